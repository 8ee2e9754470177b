// One game on the table: its line of moves, what is known about each position, and who plays.
import { api, Refused } from "./api";
import { announce } from "./element";
import { firstHint, STAGES, secondHint, thirdHint } from "./hints";
import { live } from "./live";
import type { Analysis, Shown, Value } from "./types";
import { chance, inView, type Judgement, judge, long } from "./values";

export const NOBODY = 0;
export const PERFECT = 11;

const THINKING = 30; // seconds of analysis for a position that is looked at
const PAUSE = 350; // ms before an opponent answers, so that one sees one's own move

export class Session extends EventTarget {
  game = "";
  start: string | null = null;
  private drawn: string | null = null; // a deal that nobody chose: a new game is dealt anew
  moves: string[] = []; // the whole line, those taken back included
  ply = 0;
  here: Shown | null = null;
  error = "";
  trouble = ""; // of the analysis, not of the position
  opponent = NOBODY;
  human = 0;
  values = true; // whether values are shown
  exact = false; // prove rather than deepen
  analysing = true;
  busy: "" | "thinking" | "moving" = "";
  hintStage = 0;
  judging = 0; // positions still to be judged
  lit: [string[], string[]] = [[], []]; // squares of a feature that is pointed at, by player
  private known = new Map<string, Analysis>();
  private places = new Map<string, Shown>();
  private token = 0;
  private arriving: Promise<void> | null = null; // a position is on its way

  constructor() {
    super();
    live.addEventListener("status", this.again);
  }

  /** This table is left for another. */
  close(): void {
    this.token += 1;
    live.removeEventListener("status", this.again);
    live.stop();
  }

  /** The server is back: ask again for what it could not answer. */
  private again = (): void => {
    if (live.status === "open" && this.error) this.look();
  };

  private changed(): void {
    this.dispatchEvent(new Event("change"));
  }

  private key(ply: number): string {
    return this.moves.slice(0, ply).join(" ");
  }

  place(ply = this.ply): { game: string; position: string | null; moves: string[] } {
    return { game: this.game, position: this.start, moves: this.moves.slice(0, ply) };
  }

  async open(game: string, start: string | null, moves: string[], ply = moves.length): Promise<void> {
    if (game !== this.game || start !== this.start) {
      this.known.clear();
      this.places.clear();
    }
    Object.assign(this, { game, start, moves, ply, error: "", hintStage: 0 });
    await this.look();
  }

  /** Show the position at `ply`, and find out about it. */
  private look(): Promise<void> {
    const arriving = this.fetch(++this.token).finally(() => {
      if (this.arriving === arriving) this.arriving = null;
    });
    this.arriving = arriving;
    return arriving;
  }

  private async fetch(token: number): Promise<void> {
    const key = this.key(this.ply);
    this.busy = "";
    this.hintStage = 0;
    this.lit = [[], []];
    this.trouble = "";
    try {
      let shown = this.places.get(key) ?? (await api.position(this.place()));
      if (token !== this.token) return;
      if (shown.dealt && this.start === null && !this.moves.length) {
        const deal = await api.deal(shown.game);
        if (token !== this.token) return;
        this.start = this.drawn = deal.position;
        shown = await api.position(this.place());
        if (token !== this.token) return;
      }
      this.places.set(key, shown);
      this.here = shown;
      this.game = shown.game; // by its own name, whatever it was called
      this.error = "";
    } catch (error) {
      if (token !== this.token) return;
      this.error = error instanceof Refused ? error.message : String(error);
      this.changed();
      return;
    }
    this.changed();
    this.think(token);
  }

  private think(token: number): void {
    const here = this.here!;
    if (here.result) {
      live.stop();
      announce(here.result.text);
      return;
    }
    const atEnd = this.ply === this.moves.length;
    if (this.opponent !== NOBODY && here.to_move !== this.human && atEnd) this.answer(token);
    else this.analyze(token);
  }

  private analyze(token: number): void {
    const key = this.key(this.ply);
    const done = this.known.get(key)?.done;
    if (!this.analysing || done) {
      live.stop();
      this.busy = "";
      this.changed();
      return;
    }
    this.busy = "thinking";
    live.analyze(
      { ...this.place(), time: THINKING, exact: this.exact },
      (found) => {
        if (token !== this.token || found.position !== this.here?.position) return;
        this.known.set(key, found);
        if (found.done) this.busy = "";
        this.changed();
      },
      (why) => this.failed(token, why),
    );
    this.changed();
  }

  private failed(token: number, why: string): void {
    if (token !== this.token) return;
    this.busy = "";
    this.trouble = why;
    this.changed();
  }

  private answer(token: number): void {
    const asked = performance.now();
    this.busy = "moving";
    live.move(
      { ...this.place(), level: this.opponent },
      (found) => {
        if (token !== this.token || found.position !== this.here?.position) return;
        const wait = Math.max(0, PAUSE - (performance.now() - asked));
        setTimeout(() => token === this.token && this.advance(found.move), wait);
      },
      (why) => this.failed(token, why),
    );
    this.changed();
  }

  /** Somebody clicked: a quick click counts on the board that is on its way. */
  async play(move: string): Promise<void> {
    while (this.arriving) await this.arriving;
    if (!this.error && this.myTurn && this.here?.moves.includes(move)) await this.advance(move);
  }

  private async advance(move: string): Promise<void> {
    if (this.moves[this.ply] !== move) this.moves = [...this.moves.slice(0, this.ply), move];
    this.ply += 1;
    const value = this.known.get(this.key(this.ply - 1))?.moves.find((m) => m.move === move)?.value;
    announce(`${this.here?.player} plays ${move}${value && this.values ? `, ${long(value)}` : ""}`);
    await this.look();
  }

  async goTo(ply: number): Promise<void> {
    const wanted = Math.max(0, Math.min(this.moves.length, ply));
    if (wanted === this.ply) return;
    this.ply = wanted;
    await this.look();
  }

  /** One move back; against an opponent, back to one's own turn. */
  async undo(): Promise<void> {
    if (!this.ply) return;
    let ply = this.ply - 1;
    if (this.opponent !== NOBODY) {
      const movers = this.here?.movers ?? [];
      while (ply > 0 && movers[ply] !== this.human) ply -= 1;
      this.moves = this.moves.slice(0, ply);
    }
    await this.goTo(ply);
  }

  redo(): Promise<void> {
    return this.goTo(this.ply + 1);
  }

  restart(): Promise<void> {
    return this.open(this.game, this.start === this.drawn ? null : this.start, []);
  }

  /** The opponent plays this side from now on, and I the other. */
  async swap(): Promise<void> {
    this.human = 1 - this.human;
    if (this.opponent !== NOBODY) this.moves = this.moves.slice(0, this.ply);
    await this.look();
  }

  async against(level: number): Promise<void> {
    this.opponent = level;
    this.values = level === NOBODY;
    if (level !== NOBODY) this.moves = this.moves.slice(0, this.ply);
    await this.look();
  }

  setValues(on: boolean): void {
    this.values = on;
    this.changed();
  }

  setAnalysing(on: boolean): void {
    this.analysing = on;
    if (this.arriving)
      this.changed(); // it is looked at when it is here
    else if (on) this.think(++this.token);
    else {
      this.token += 1;
      this.busy = "";
      live.stop();
      this.changed();
    }
  }

  /** Light these squares on the board. */
  light(first: string[], second: string[]): void {
    this.lit = [first, second];
    this.changed();
  }

  nextHint(): void {
    this.hintStage = Math.min(STAGES, this.hintStage + 1);
    announce(this.hintText);
    this.changed();
  }

  // --- what is known ---

  get analysis(): Analysis | undefined {
    return this.known.get(this.key(this.ply));
  }

  get myTurn(): boolean {
    const here = this.here;
    if (!here || here.result) return false;
    return this.opponent === NOBODY || here.to_move === this.human || this.ply < this.moves.length;
  }

  get scale(): number {
    return this.here?.scale ?? 1;
  }

  /** The position's value in the first player's view, from here or from what the move was worth. */
  valueAt(ply: number): Value | undefined {
    const shown = this.places.get(this.key(ply));
    if (shown?.result) {
      const payoff = shown.result.payoff;
      const kind = payoff > 0 ? "win" : payoff < 0 ? "loss" : "draw";
      return { kind, distance: 0, score: payoff, proven: true, bound: "exact", view: 0 };
    }
    const own = this.known.get(this.key(ply))?.value;
    if (own) return inView(own, 0);
    const before = ply > 0 ? this.known.get(this.key(ply - 1)) : undefined;
    const played = before?.moves.find((m) => m.move === this.moves[ply - 1])?.value;
    return played && inView(played, 0);
  }

  chanceAt(ply: number): number | undefined {
    const value = this.valueAt(ply);
    return value && chance(value, this.scale);
  }

  /** What the move from `ply` was worth compared with the best one. */
  judgement(ply: number): (Judgement & { value: Value }) | undefined {
    const before = this.known.get(this.key(ply));
    if (!before) return undefined;
    let played = before.moves.find((m) => m.move === this.moves[ply])?.value;
    if (!played) {
      const after = this.valueAt(ply + 1);
      played = after && inView(after, before.to_move);
    }
    const worst = before.moves.at(-1)?.value ?? before.value;
    return played && { ...judge(before.value, worst, played, this.scale), value: played };
  }

  get hintText(): string {
    const found = this.analysis;
    if (!this.hintStage) return "";
    if (!found?.move || !found.moves.length) return "I am still thinking.";
    if (this.hintStage === 1) return firstHint(found.moves);
    if (this.hintStage === 2) return secondHint(found.moves, this.here?.moves ?? [], this.startOf(found.move));
    return thirdHint(found.value, found.pv);
  }

  /** What a move is pointed at first, if with more than that. */
  private startOf(move: string): string {
    const places = this.placesOf(move);
    const first = places.length > 1 ? this.here?.scene?.board.places[places[0]!] : undefined;
    return first?.label || first?.name || "";
  }

  /** What a move is pointed at with. */
  private placesOf(move: string): number[] {
    return this.here?.scene?.moves.find((m) => m.move === move)?.places ?? [];
  }

  get hintPlaces(): number[] {
    const move = this.analysis?.move;
    if (!move || this.hintStage < 2) return [];
    const places = this.placesOf(move);
    if (this.hintStage === 2) return places.length > 1 ? places.slice(0, 1) : [];
    return places;
  }

  /** Judge every move of the line that was not looked at. */
  async judgeAll(): Promise<void> {
    const token = this.token;
    const missing = [...Array(this.moves.length + 1).keys()].filter((ply) => !this.known.has(this.key(ply)));
    this.judging = missing.length;
    for (const ply of missing) {
      try {
        const found = await api.analyze({ ...this.place(ply), time: 0.5 });
        if (this.token !== token && !this.moves.length) break;
        this.known.set(this.key(ply), { ...found, done: !found.moves.length });
      } catch (error) {
        this.trouble = error instanceof Refused ? error.message : String(error);
        break;
      }
      this.judging -= 1;
      this.changed();
    }
    this.judging = 0;
    this.changed();
  }
}
