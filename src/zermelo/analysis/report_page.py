"""A report as one web page that needs nothing else, and its figures as JSON beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from zermelo.analysis.report_pictures import (
    DARK,
    LIGHT,
    bars,
    board,
    curves,
    heat_map,
    rules,
    signed,
    svg,
)
from zermelo.analysis.report_summary import summary_of
from zermelo.errors import GameError


def _variables(colours: dict[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


STYLE = f"""
:root {{ color-scheme: light dark; {_variables(LIGHT)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {_variables(DARK)} }} }}
""" + """* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 75rem; background: var(--ground);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; margin: .5rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; }
p, ul { max-width: 44rem; } ul { padding-left: 1.2rem; } li { margin: .3rem 0; }
li code { color: var(--quiet); font-size: .85em; }
.note, figcaption { color: var(--quiet); font-size: .9rem; }
figure { margin: 1rem 0; } .scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: right;
  white-space: nowrap; } th:first-child, td:first-child { text-align: left; }
thead th { color: var(--quiet); font-weight: 600; white-space: normal; vertical-align: bottom; }
a { color: var(--first); } tr.this td { font-weight: 700; }
svg { display: block; height: auto; width: 100%; }
.hands { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; }
.hand { border: 1px solid var(--line); border-radius: .4rem; padding: .5rem .75rem; }
.hand h3 { margin: 0 0 .25rem; font-size: 1rem; } .boards { display: flex; gap: .6rem;
  flex-wrap: wrap; } .boards svg { width: auto; flex: none; }
details { margin: 1rem 0; } summary { cursor: pointer; }
code { font-size: .95em; overflow-wrap: anywhere; }
""" + "\n".join(f"svg {rule}" for rule in rules(lambda name: f"var(--{name})"))


def write_report(data: dict[str, Any], path: Path | str) -> tuple[Path, Path]:
    """Write the page, and the JSON beside it; the paths of both."""
    page = Path(path)
    figures = page.with_suffix(".json")
    if figures == page:
        raise GameError(f"a report cannot be called {str(page)!r}: its figures will be; "
                        f"choose a name that ends with .html")
    try:
        figures.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        page.write_text(page_of(data, figures.name), encoding="utf-8")
    except OSError as error:
        raise GameError(f"the report cannot be written to {str(page)!r}: {error.strerror}"
                        ) from error
    return page, figures


def page_of(data: dict[str, Any], figures: str) -> str:
    """The whole page. Pictures name the part of the JSON file that they show."""
    sections = {"complexity": _complexity, "deals": _deals, "skill": _skill, "sweep": _sweep,
                "search": _search}
    body = "".join(part for name, make in sections.items() if name in data
                   for part in make(data[name], data))
    stopped = "<p><strong>Interrupted: some sections are missing.</strong></p>"
    made, seconds = data["made"], sum(data["seconds"].values())
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(data['game'])}: the report</title><style>{STYLE}</style>"
        f"<h1>{escape(data['game'])}</h1>"
        f'<p class="note">Nothing here is estimated unless it says so. Every figure stands in '
        f'<a href="{escape(figures)}">{escape(figures)}</a>, under the name given below each '
        f"picture. Made with zermelo {escape(made['zermelo'])} in {seconds:.0f} s.</p>"
        f"{stopped if data['interrupted'] else ''}{''.join(_summary(data))}{body}"
        f"{''.join(_left_out(data['left_out']))}</html>\n")


def _summary(data: dict[str, Any]) -> Iterator[str]:
    sentences = summary_of(data)
    if sentences:
        yield "<h2>In short</h2><ul>"
        yield from (f"<li>{escape(words)} <code>{escape(where)}</code></li>"
                    for words, where in sentences)
        yield "</ul>"


def _figure(picture: str, caption: str, where: str) -> str:
    return (f"<figure>{picture}<figcaption>{caption} <code>{escape(where)}</code>"
            f"</figcaption></figure>")


def _percent(share: float, digits: int = 2) -> str:
    return f"{100 * share:.{digits}f} %"


def _table(head: list[str], rows: list[list[str]], this: int = -1) -> str:
    top = "".join(f'<th scope="col">{escape(word)}</th>' for word in head)
    lines = "".join(
        f"<tr{' class=this' if i == this else ''}>"
        + "".join(f"<td>{escape(word)}</td>" for word in row) + "</tr>"
        for i, row in enumerate(rows))
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead>{lines}</table></div>'


def _left_out(reasons: dict[str, str]) -> Iterator[str]:
    """What is missing, each reason once."""
    if reasons:
        yield "<h2>Left out</h2>"
    for why in dict.fromkeys(reasons.values()):
        names = ", ".join(name for name, reason in reasons.items() if reason == why)
        yield f"<p>{escape(names)}: {escape(why)}. <code>left_out</code></p>"


# --- how complex it is ---


def _complexity(found: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    yield "<h2>Complexity</h2>"
    yield (f"<p>Branching factor and length are those of {found['random_games']:,} random games, "
           f"seed {found['seed']}, each legal move as likely as any other. The game tree has a "
           f"leaf for every way to play a game to its end. An estimate of it is the mean of "
           f"Knuth’s probes: a random game with b₀, b₁, … moves to choose from stands for "
           f"b₀ · b₁ · … games. The state space is every position that can come about.</p>")
    names = {"branching": "branching factor", "length": "game length", "tree": "game tree",
             "states": "state space"}
    yield "<ul>"
    yield from (f"<li>{names[name]}: {escape(words)} <code>complexity.{name}</code></li>"
                for name, words in found["lines"].items())
    yield "</ul>"


# --- the deals ---


def _deals(deals: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    one, two = (escape(name) for name in data["players"])
    many = deals["count"] > 1
    if not many:
        deal = deals["deals"][0]
        value = "a draw" if not deal["points"] else (
            f"worth {signed(deal['points'])} to {one}" if deals["scored"] else
            f"won by {one if deal['points'] > 0 else two}")
        yield "<h2>Perfect play</h2>"
        yield (f"<p>If nobody makes a mistake the game is {value}. The best first moves: "
               f"{escape(', '.join(deal['best_for_points']))}.</p>")
        if deals["openings"]:
            yield from _openings(deals["openings"], many)
        return
    yield "<h2>Every deal under perfect play</h2>"
    yield (f"<p>There are {deals['count']:,} deals, which come about in {deals['ways']:,} equally "
           f"likely ways. If nobody makes a mistake, {one} wins with the probability "
           f"{deals['win']['fraction']} = {_percent(deals['win']['value'])}, {two} with "
           f"{deals['loss']['fraction']} = {_percent(deals['loss']['value'])}; "
           f"{_percent(deals['draw']['value'])} are draws.</p>")
    rows = [(signed(int(points)), p["value"], _percent(p["value"]),
             "first" if int(points) > 0 else "second" if int(points) < 0 else "plain")
            for points, p in deals["points"].items()]
    most = max(row[1] for row in rows)
    yield _figure(svg(bars(rows, most=most, width=460,
                           axes=f"↓ points for {data['players'][0]}   → how likely"),
                      "the margin under perfect play", least=340),
                  f"How likely each result is, in points for {one}:", "deals.points")
    if deals["hands"]:
        yield from _by_hand(deals, one, two)
    if deals["openings"]:
        yield from _openings(deals["openings"], many)


def _by_hand(deals: dict[str, Any], one: str, two: str) -> Iterator[str]:
    first, second = (sorted({d[seat] for d in deals["deals"]}, key=_hand_order)
                     for seat in ("first", "second"))
    most = max(abs(d["points"]) for d in deals["deals"]) or 1
    cells = {
        (first.index(d["first"]), second.index(d["second"])):
            (signed(d["points"]), _strength(d["points"], most),
             f"{d['first']} against {d['second']}: {signed(d['points'])} for {one}, "
             f"{d['ways']:,} ways; best {' '.join(d['best_for_points'][:9])}")
        for d in deals["deals"]
    }
    yield _figure(
        svg(heat_map(first, second, cells, across=f"{two} holds", down=f"{one} holds"),
            "the value of every deal", least=620),
        f"What every deal is worth in points: above 0 {one} wins, below 0 {two}. Empty: cannot be "
        f"dealt.", "deals.deals")
    rows = []
    for hand in sorted(deals["hands"][0], key=lambda h: -deals["hands"][0][h]["win"]["value"]):
        as_first, as_second = deals["hands"][0][hand], deals["hands"][1].get(hand)
        rows.append([hand, _percent(as_first["probability"]["value"]),
                     _percent(as_first["win"]["value"]),
                     _percent(as_second["win"]["value"]) if as_second else "…"])
    yield (f"<details><summary>Hands by how often they win</summary>"
           f"{_table(['hand', 'probability', f'wins as {one}', f'wins as {two}'], rows)}"
           f'<p class="note"><code>deals.hands</code></p></details>')


def _strength(points: float, most: float) -> float:
    """Half the colour for any win, the rest for its size."""
    if points == 0:
        return 0.0
    return (0.3 + 0.7 * abs(points) / most) * (1 if points > 0 else -1)


def _hand_order(hand: str) -> tuple[int, str]:
    """Even hands last: first by how many they have of what they have most."""
    return -max((hand.count(card) for card in hand), default=0), hand


def _openings(openings: dict[str, Any], many: bool) -> Iterator[str]:
    yield "<h2>Where to begin</h2>"
    over = ", for each hand over all hands of the opponent" if many else ""
    yield (f"<p>How often a move is among the best first moves, in percent{over}: one that keeps "
           f"the result that perfect play gives.</p>")
    parts = []
    for hand, pieces in openings["by_hand"].items():
        boards = "".join(
            board(openings["width"], openings["height"], values,
                  f"{hand} {piece}: how often each cell is best", piece)
            for piece, values in pieces.items())
        title = f"<h3>{escape(hand)}</h3>" if hand else ""
        parts.append(f'<div class="hand">{title}<div class="boards">{boards}</div></div>')
    yield _figure(f'<div class="hands">{"".join(parts)}</div>', "Best openings:", "deals.openings")


# --- skill and luck ---


def _skill(skill: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    one, two = (escape(name) for name in data["players"])
    names = [level["name"] for level in skill["levels"]]
    yield "<h2>Skill</h2>"
    counted = skill["positions"]
    alike = f", as which the {counted:,} positions count," if counted is not None else ""
    yield (f"<p>Computed over {skill['sorts_of_positions']:,} sorts of positions{alike} and "
           f"{skill['connections']:,} connections between them, which stand for everything that "
           f"can happen. A player of temperature T plays a move with a probability in proportion "
           f"to exp(v / T), where v is what the game pays under perfect play after it, in the "
           f"player's own view. Perfect players play any of the best moves, random ones any move. "
           f"“Best result” and “most wins” know that the opponent plays at random, and make the "
           f"most of it: nobody can do better against random play. “Best result” never leaves a "
           f"won position, for there it wins for certain; against a perfect player it may cost "
           f"draws.</p>")
    rows = []
    for figure in skill["figures"]:
        row = [figure["name"], *(_percent(share, 3) for share in figure["exact"])]
        if skill["sampled_games"]:
            row.append(" : ".join(f"{count:,}" for count in figure["sampled"])
                       + (" ✓" if figure["within_chance"] else " ✗"))
        rows.append(row)
    head = ["first against second", "first wins", "draw", "second wins"]
    if skill["sampled_games"]:
        head.append(f"in {skill['sampled_games']:,} games played")
    yield _table(head, rows)
    check = ("✓: the games played lie within the 99.9 % interval of the computed figures. "
             if skill["sampled_games"] else "")
    yield f'<p class="note">{check}<code>skill.figures</code></p>'
    points = [[win + draw / 2 for win, draw, _ in row] for row in skill["matrix"]]
    last = len(names) - 1
    dealt = data.get("deals", {}).get("count", 2) > 1
    lines = {
        f"{one} against random": [row[last] for row in points],
        f"{two} against random": [1 - share for share in points[last]],
        f"{one} against its equal": [points[i][i] for i in range(len(names))],
    }
    caption = "Points per game (a draw is half a point) at each level of skill"
    if dealt:
        lines["luck: decided by the deal"] = [found["share"] for found in skill["luck"]]
        caption += ("; and the share of the variance of the result that the deal decides between "
                    "equals")
    yield _figure(svg(curves(names, lines, across="level of skill, from perfect to random"),
                      "score by level of skill", least=560), caption + ":",
                  "skill.matrix, skill.luck" if dealt else "skill.matrix")
    cells = {(i, j): (f"{100 * share:.1f}", 2 * share - 1,
                      f"{names[i]} against {names[j]}: {100 * share:.2f} %")
             for i, row in enumerate(points) for j, share in enumerate(row)}
    yield _figure(svg(heat_map(names, names, cells, wide=68, high=30, across=f"{two} plays",
                               down=f"{one} plays"), "each level against each", least=520),
                  f"Points per hundred games for {one}:", "skill.matrix")
    if not dealt:
        return
    rows = [[name, f"{found['variance']:.4f}", f"{found['by_deal']:.4f}",
             _percent(found["share"])] for name, found in zip(names, skill["luck"], strict=True)]
    yield "<h2>Luck</h2>"
    yield ("<p>The variance of a result R (1, 0 or −1) is Var(E[R | deal]) + E[Var(R | deal)]. The "
           "first part is decided by the deal.</p>")
    yield _table(["both players", "variance", "of the deal", "share"], rows)
    yield '<p class="note"><code>skill.luck</code></p>'


# --- the rules ---


def _sweep(swept: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    rows = swept["rows"]
    yield "<h2>Other rules</h2>"
    if len(rows) < 2:
        yield "<p>The game names no variants.</p>"
        return
    yield (f"<p>Fairest under perfect play: <code>{escape(rows[0]['spec'])}</code>, where "
           f"{escape(data['players'][0])} wins {_percent(rows[0]['win'])} and loses "
           f"{_percent(rows[0]['loss'])}.</p>")
    yield _figure(
        svg(bars([_unfair(row, data["players"]) for row in rows], width=860,
                 axes="↓ rules   → |win − loss|, 0 to 100 %"), "unfairness of each variant",
            least=600),
        "|win − loss| under perfect play, and who is ahead:", "sweep.rows[].unfairness")
    head = ["rules", "first wins", "draw", "second wins", "unfair", "unfair at T = 1", "luck",
            "plies", "first against random, at best", "second against random, at best", "deals",
            "sorts of positions"]
    table = [[row["spec"], *(_percent(row[k], 1) for k in (
        "win", "draw", "loss", "unfairness", "usual_unfairness", "luck")),
        f"{row['plies']:.1f}", _percent(row["best_first"]), _percent(row["best_second"]),
        f"{row['deals']:,}", f"{row['sorts_of_positions']:,}"] for row in rows]
    this = next((i for i, row in enumerate(rows) if row["spec"] == data["game"]), -1)
    yield _table(head, table, this)
    yield ('<p class="note">Luck and plies between ordinary players, T = 1; the best wins possible '
           "against random play. <code>sweep.rows</code></p>")
    for failed in swept["failed"]:
        yield f'<p class="note">{escape(failed["error"])}</p>'


def _unfair(row: dict[str, Any], players: list[str]) -> tuple[str, float, str, str]:
    ahead = 0 if row["win"] >= row["loss"] else 1
    return (_short(row["spec"]), row["unfairness"],
            f"{_percent(row['unfairness'], 1)} {players[ahead]}", ("first", "second")[ahead])


def _short(spec: str) -> str:
    """A variant's parameters, without the name of the game."""
    return spec.partition(":")[2].replace(",", ", ") or "as it is"


# --- the search ---


def _search(search: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    yield "<h2>What each technique of the search saves</h2>"
    yield ("<p>Four fixed positions searched to each depth, once with everything that the engine "
           "uses for this game, then with one technique switched: off if it is used, on if it is "
           "not. The cells say how many times the nodes it takes then; “>” means it was given "
           "up.</p>")
    depths = search["depths"]
    names = [("with " if t["on"] else "without ") + t["technique"] + ("" if t["exact"] else " *")
             for t in depths[-1]["trials"][1:]]
    cells = {}
    for j, depth in enumerate(depths):
        for i, trial in enumerate(depth["trials"][1:]):
            times = trial["times_the_nodes"] or 1.0
            more = "" if trial["finished"] else ">"
            cells[i, j] = (f"{more}{times:.2f}" if times < 10 else f"{more}{times:.0f}",
                           _times_strength(times),
                           f"{names[i]}, depth {depth['depth']}: {trial['nodes']:,} nodes, "
                           f"{1000 * trial['seconds']:.1f} ms")
    yield _figure(svg(heat_map(names, [f"depth {d['depth']}" for d in depths], cells, wide=58,
                               high=24, down="one technique switched",
                               across="depth of the search"),
                      "nodes relative to the full search", least=600),
                  "Blue: it then takes more nodes, orange: fewer. * may change a value.",
                  "search.depths[].trials")
    rows = [[str(d["depth"]), f"{d['nodes']:,}", f"{1000 * d['seconds']:.2f} ms",
             f"{d['nodes'] / d['seconds']:,.0f}" if d["seconds"] else "…",
             "none" if not d["differences"] else str(len(d["differences"]))] for d in depths]
    yield _table(["depth", "nodes", "time", "nodes/s", "values changed that must not be"], rows)
    yield '<p class="note"><code>search.depths</code></p>'


def _times_strength(times: float) -> float:
    """From half as many to ten times as many."""
    return max(-1.0, min(1.0, (times - 1) / 3 if times >= 1 else 2 * (times - 1)))
