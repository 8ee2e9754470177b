// Compiled code in its memory: blocks of 64-bit words, of which the first has orders and answers.
import type { Code, Places } from "./published";

const PAGE = 65536;
const STACK = 4 << 20; // bytes: the module's own constants lie below, and it grows down towards them
const ROOM = 3n << 20n; // of it, for recursion
const LIBRARY = {
  ...Object.fromEntries(
    (["exp", "log", "log2", "log10", "sin", "cos", "tan", "tanh", "atan", "atan2", "pow"] as const).map((name) => [
      name,
      Math[name],
    ]),
  ),
  fmod: (a: number, b: number) => a % b,
};

/** Rules that raise, or break a promise. */
export class RulesError extends Error {}

export class Machine {
  readonly words: BigInt64Array; // all blocks, one after the other
  private readonly floats: Float64Array;
  private readonly entry: () => bigint;

  constructor(
    private readonly code: Code,
    private readonly places: Places,
    blocks: number[],
  ) {
    const addresses: number[] = [];
    let end = STACK;
    for (const words of blocks) {
      addresses.push(end);
      end += 8 * words;
    }
    const memory = new WebAssembly.Memory({ initial: Math.ceil(end / PAGE) });
    const bytes = Uint8Array.from(atob(code.code), (letter) => letter.charCodeAt(0));
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
      env: {
        ...LIBRARY,
        __linear_memory: memory,
        __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, STACK),
      },
    });
    const entry = instance.exports["entry"] as (...addresses: number[]) => bigint;
    this.entry = () => entry(addresses[0]!, ...addresses);
    this.words = new BigInt64Array(memory.buffer, STACK);
    this.floats = new Float64Array(memory.buffer, STACK);
  }

  at(name: string): number {
    return this.places[name]![0];
  }

  get(name: string): number {
    return Number(this.words[this.places[name]![0]]);
  }

  big(name: string): bigint {
    return this.words[this.places[name]![0]]!;
  }

  set(name: string, value: number | bigint): void {
    this.words[this.places[name]![0]] = BigInt(value);
  }

  fill(name: string, value: bigint): void {
    const [place, words] = this.places[name]!;
    this.words.fill(value, place, place + words);
  }

  setFloats(name: string, numbers: number[]): void {
    this.floats.set(numbers, this.places[name]![0]);
  }

  /** The words of a field, from its beginning. */
  read(name: string, count: number): bigint[] {
    const place = this.places[name]![0];
    return Array.from(this.words.subarray(place, place + count));
  }

  /** Carry out what memory says, from a state. */
  run(state: readonly bigint[]): void {
    const place = this.places["state"]![0];
    state.forEach((word, i) => {
      this.words[place + i] = word;
    });
    this.set("code", 0);
    this.set("stop", 0);
    this.set("stack_room", ROOM);
    const code = Number(this.entry());
    if (code) throw new RulesError(`The rules fail: ${this.code.faults[Math.abs(code) - 1]}.`);
  }
}
