"""`zermelo tree`: a search recorded, and drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.analyze import Depth, EvaluatorName
from zermelo.cli.failures import FINE, FOUND, rules_at_work
from zermelo.cli.options import Json, whole_number
from zermelo.cli.output import print_json
from zermelo.cli.show import DealSeed, DealText, Moves, PositionText, standing

if TYPE_CHECKING:
    from zermelo.tree import Comparison, SearchTree

Subject = Annotated[str, typer.Argument(
    metavar="GAME|TREE", help="A game, a JSON file with a tree, or a tree as it is: [[3, 5], 2]."
)]
AlgorithmName = Annotated[str, typer.Option(
    "--algorithm", "-a", metavar="NAME",
    help="minimax, alphabeta, negamax, ordered, table, or layers joined as in ordered+table."
)]
Compare = Annotated[str, typer.Option(
    metavar="NAMES", help="Search by each of these instead, with commas between."
)]
Output = Annotated[str | None, typer.Option(
    "--output", "-o", metavar="FILE",
    help="Write .svg, .png, .html, .mmd, .dot, .json, .txt; every step: DIR/, DIR.png/, .anim.svg."
)]
FigureName = Annotated[str, typer.Option(
    "--figure", metavar="NAME", help="searched; or the tree before that: leaves, unsearched."
)]
Drawn = Annotated[int | None, typer.Option(
    parser=whole_number, metavar="N", show_default="300", help="Draw so many nodes at most."
)]
Visited = Annotated[int | None, typer.Option(
    "--nodes", parser=whole_number, metavar="N", show_default="300000",
    help="Give up after so many visited nodes."
)]

ThemeName = Annotated[str, typer.Option(
    "--theme", metavar="NAME", help="light, dark, or auto: as whoever looks at it has it."
)]

GAME_DEPTH = 2  # of a game's tree if nobody says; one written by hand is drawn whole


def tree(game: Subject, position: PositionText = None, moves: Moves = "", deal: DealText = None,
         seed: DealSeed = 0, depth: Depth = None,
         algorithm: AlgorithmName = "alphabeta", compare: Compare = "",
         evaluator: EvaluatorName = "standard", drawn: Drawn = None, nodes: Visited = None,
         output: Output = None, figure: FigureName = "searched", theme: ThemeName = "auto",
         json: Json = False) -> int:
    """Record a search and draw its tree: values carried up, the chosen line, what was pruned.

    Without a file the tree is printed. The file's ending says what is written: a picture (.svg,
    .png), a page to walk through the search step by step (.html), Mermaid (.mmd), Graphviz (.dot),
    data that this command reads again (.json), or text (.txt). A name that ends in / is a folder
    for a picture of every step, .png/ for PNG; .anim.svg is one picture that moves. A game is
    searched 2 plies deep if no depth is given, a tree written by hand to its leaves.

    \b
      zermelo tree "[[[5, 6], [9, 7]], [[4, 3], [8, 2]], [[10, 1], [5, 2]]]"
      zermelo tree tictactoe xox/.o./..x:o --depth 9 --algorithm table
      zermelo tree connect4 --moves "4 4" --depth 3 --compare minimax,alphabeta,ordered,table
      zermelo tree tictactoe --depth 2 -o tree.html
      zermelo tree "[[3, 12, 8], [2, 4, 6]]" --figure leaves -o exercise.svg
    """
    from zermelo.tree.writers.svg import refuse_theme

    refuse_theme(theme)
    found = _recorded(game, (position, moves, deal, seed), depth, algorithm, compare, evaluator,
                      drawn, nodes, output, figure)
    if output is not None:
        found.save(output, theme)
    if json:
        print_json(found.to_json())
    elif output is None:
        print(_for_people(found))
    return FINE if _agreed(found) else FOUND


def _recorded(subject: str, start: tuple[str | None, str, str | None, int], depth: int | None,
              algorithm: str, compare: str, evaluator: str, drawn: int | None, nodes: int | None,
              output: str | None, figure: str) -> SearchTree | Comparison:
    from zermelo import Limit, load
    from zermelo import tree as room
    from zermelo.tree.figures import refuse_figure
    from zermelo.tree.folding import DRAWN
    from zermelo.tree.recording import VISITED
    from zermelo.tree.writers.files import ending_of

    refuse_figure(figure)
    if output is not None:
        ending_of(output, bool(compare))  # refuses before anything is searched
    with rules_at_work(subject):
        thing = _tree(subject)
        if isinstance(thing, room.SearchTree):
            _refuse_to_search_again(subject, *start[:3], compare, depth)
            return thing.as_figure(figure) if figure != "searched" else thing
        game = thing or load(subject)
        if thing is None and depth is None:
            depth = GAME_DEPTH
        here = standing(game, *start).here
        options: dict[str, Any] = {
            "depth": depth, "evaluate": None if evaluator == "none" else evaluator,
            "drawn": DRAWN if drawn is None else drawn,
            "limit": Limit(nodes=VISITED if nodes is None else nodes), "figure": figure}
        if compare:
            if figure != "searched":
                raise typer.BadParameter(f"--figure {figure} is the tree before any search: "
                                         f"leave out --compare")
            return room.compare(here, algorithms=compare.split(","), **options)
        return room.record(here, algorithm=algorithm, **options)


def _tree(subject: str) -> Any:
    """The tree that was given, in a file or as it is; None if it is a game."""
    from zermelo.tree.reading import read, read_text

    if subject.lstrip().startswith(("[", "{")):
        return read_text(subject, subject)
    return read(subject) if subject.endswith(".json") else None


def _refuse_to_search_again(subject: str, position: str | None, moves: str, deal: str | None,
                            compare: str, depth: int | None) -> None:
    if position or moves or deal or compare or depth is not None:
        raise typer.BadParameter(f"{subject!r} is a search that was recorded: it can be drawn, "
                                 f"not searched again; leave out positions, depths and algorithms")


def _agreed(found: Any) -> bool:
    """Algorithms that find different values would be a bug of ours."""
    return bool(getattr(found, "agreed", True))


def _for_people(found: SearchTree | Comparison) -> str:
    from zermelo.tree import Comparison
    from zermelo.tree.writers.text import LEGEND

    if isinstance(found, Comparison):
        first = found.trees[0]
        deep = "to the end" if first.depth is None else f"depth {first.depth}"
        what = "" if first.by_hand else f"{first.game} {first.position}, {deep}\n\n"
        return f"{what}{found}"
    searched = found.figure == "searched"
    title = found.title if searched else found.heading.rpartition(": ")[2]
    about = title if found.by_hand else f"{found.game} {found.position}: {title}"
    lines = [about, found.summary, "", str(found), "", LEGEND if searched else "△ MAX  ▽ MIN"]
    return "\n".join([*lines, *filter(None, [found.about, found.rule])])
