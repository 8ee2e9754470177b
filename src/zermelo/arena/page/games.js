// Games to click through: a list, a board, what the players thought. Everything is in the page.
"use strict";
(async () => {
  const packed = Uint8Array.from(atob(document.getElementById("games").textContent.trim()),
    (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { games, boards, size } = await new Response(unpacked).json();
  const list = document.getElementById("which");
  const board = document.getElementById("board");
  const words = document.getElementById("words");
  const slider = document.getElementById("ply");
  const graph = document.getElementById("graph");
  let game = games[0];

  games.forEach((one, number) => list.add(new Option(one.title, String(number))));

  const height = (value) => {  // from lost for the first player, 0, to won, 1
    if (value === null) return null;
    if (typeof value === "string") return /win/.test(value) ? 1 : /loss/.test(value) ? 0 : 0.5;
    return 1 / (1 + Math.exp(-value));
  };

  const draw = () => {
    const steps = Math.max(1, game.boards.length - 1);
    const dots = game.evaluations.map((value, i) => [i + 1, height(value), game.movers[i]])
      .filter(([, at]) => at !== null)
      .map(([i, at, who]) => `<circle cx="${10 + 460 * i / steps}" cy="${90 - 80 * at}" r="3" ` +
        `class="${who === "0" ? "first" : "second"}"/>`);
    const x = 10 + 460 * slider.valueAsNumber / steps;
    graph.innerHTML = `<path d="M10 50H470M${x} 5V95" class="grid"/>${dots.join("")}`;
  };

  const show = () => {
    const ply = slider.valueAsNumber;
    board.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    board.innerHTML = boards[game.boards[ply]];
    const value = ply ? game.evaluations[ply - 1] : null;
    const who = ply ? game.names[Number(game.movers[ply - 1])] : "";
    const seconds = ply ? game.seconds[ply - 1] : null;
    const thought = value === null ? "" :
      `, thinks ${typeof value === "number" ? value.toFixed(2) : value} (first player's view)`;
    words.textContent = ply === 0 ? "the start" :
      `${ply}. ${game.moves[ply - 1]}, ${who}` + (seconds === null ? ", given" :
        `, ${seconds} s`) + thought + (ply === game.moves.length ? `; ${game.result}` : "");
    draw();
  };

  const open = () => {
    game = games[Number(list.value)];
    slider.max = String(game.boards.length - 1);
    slider.value = String(game.opening);
    show();
  };

  const step = (by) => {
    slider.value = String(slider.valueAsNumber + by);
    show();
  };
  list.addEventListener("change", open);
  slider.addEventListener("input", show);
  document.getElementById("back").addEventListener("click", () => step(-1));
  document.getElementById("on").addEventListener("click", () => step(1));
  open();
})();
