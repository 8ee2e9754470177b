// Games as text: the records that `zermelo play` and `zermelo match` keep, links, moves, positions.
import { api } from "./api";
import { NOBODY, PERFECT, type Session } from "./session";

const FIRST_LINE = "# a game of Zermelo's, version 1";

/** The whole line as a record. */
export async function exported(session: Session): Promise<string> {
  const end = await api.position(session.place(session.moves.length));
  const level = session.opponent === PERFECT ? "perfect" : `level:${session.opponent}`;
  const other = session.opponent === NOBODY ? "human" : level;
  const players = session.human === 0 ? ["human", other] : [other, "human"];
  const lines = [FIRST_LINE, `game: ${end.game}`, `first: ${players[0]}`, `second: ${players[1]}`];
  if (session.start) lines.push(`start: ${end.start}`);
  if (end.result) {
    const { payoff, reason } = end.result;
    lines.push(`result: ${payoff >= 0 ? "+" : ""}${payoff}`, "ending: rules", `reason: ${reason}`);
  } else lines.push("result: *");
  lines.push("");
  session.moves.forEach((move, i) => lines.push(`${i + 1} ${end.players[end.movers[i]!]} ${move} -`));
  return `${lines.join("\n")}\n`;
}

export interface Imported {
  game: string;
  start: string | null;
  moves: string[];
  players?: [string, string]; // of a record
}

/** A record, an address of this page, or moves or a position of the game on the table: the first reading that there is
 * on the board; if none is, what is wrong with the likeliest. */
export async function imported(text: string, game: string): Promise<Imported> {
  let why: unknown;
  for (const reading of readings(text, game)) {
    try {
      await api.position({ game: reading.game, position: reading.start, moves: reading.moves });
      return reading;
    } catch (error) {
      why ??= error;
    }
  }
  throw why;
}

/** What a text can mean, the likeliest first. */
export function readings(text: string, game: string): Imported[] {
  const trimmed = text.trim();
  if (/^(https?|file):\/\//.test(trimmed)) {
    const query = new URL(trimmed).searchParams;
    const moves = (query.get("moves") ?? "").split(" ").filter(Boolean);
    return [{ game: query.get("game") ?? game, start: query.get("position"), moves }];
  }
  if (trimmed.startsWith(FIRST_LINE)) return [recorded(trimmed, game)];
  const words = trimmed
    .replace(/\b\d+\.\s+/g, "")
    .split(/\s+/)
    .filter(Boolean);
  const position = { game, start: trimmed, moves: [] };
  const moves = { game, start: null, moves: words };
  if (!trimmed) return [moves];
  return /[/:(]/.test(words[0] ?? "") ? [position, moves] : [moves, position];
}

function recorded(text: string, game: string): Imported {
  const found: Imported = { game, start: null, moves: [] };
  const players: [string, string] = ["human", "human"];
  for (const line of text.split("\n").map((l) => l.trim())) {
    const header = /^([a-z_]\w*):\s*(.*)$/i.exec(line);
    const move = /^\d+ \S+ (\S+) \S+$/.exec(line);
    if (move) found.moves.push(move[1]!);
    else if (header?.[1] === "game") found.game = header[2]!;
    else if (header?.[1] === "start") found.start = header[2]!;
    else if (header?.[1] === "first") players[0] = header[2]!;
    else if (header?.[1] === "second") players[1] = header[2]!;
  }
  return { ...found, players };
}

/** Which level sits across from a person in a record, and where the person sits; null if nobody that this page knows does. */
export function seated(players: [string, string] | undefined): { opponent: number; human: number } | null {
  if (!players || (players[0] === "human") === (players[1] === "human")) return null;
  const human = players[0] === "human" ? 0 : 1;
  const other = players[1 - human]!;
  const level = /^level:(\d+)$/.exec(other);
  if (level && Number(level[1]) >= 1 && Number(level[1]) < PERFECT) return { opponent: Number(level[1]), human };
  return /^perfect( play)?$/.test(other) ? { opponent: PERFECT, human } : null;
}
