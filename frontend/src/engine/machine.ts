// Compiled code in its memory: blocks of 64-bit words, of which the first has orders and answers.
import type { Code, Places } from "./published";

const PAGE = 65536;
export const STACK = 4 << 20; // bytes: the module's own constants lie below, and it grows down towards them
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

/** A record in memory, by the names of its fields. */
export class Block {
  readonly words: BigInt64Array; // its own, and all that follow
  private readonly floats: Float64Array;

  constructor(
    buffer: ArrayBufferLike,
    readonly address: number,
    private readonly places: Places,
  ) {
    this.words = new BigInt64Array(buffer, address);
    this.floats = new Float64Array(buffer, address);
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

  /** Orders from a state on. */
  begin(state: readonly bigint[]): void {
    const place = this.at("state");
    state.forEach((word, i) => {
      this.words[place + i] = word;
    });
    this.set("code", 0);
    this.set("stop", 0);
    this.set("stack_room", ROOM);
  }
}

/** Code that works on blocks which lie one after the other. */
export class Machine extends Block {
  readonly addresses: number[];
  private readonly entry: () => number;

  constructor(
    private readonly code: Code,
    places: Places,
    blocks: number[],
    memory = new WebAssembly.Memory({ initial: pagesOf(blocks) }),
    module = new WebAssembly.Module(bytesOf(code)),
  ) {
    super(memory.buffer, STACK, places);
    this.addresses = blocks.map((_, i) => addressAfter(blocks.slice(0, i)));
    this.entry = entered(module, memory, STACK, this.addresses);
  }

  /** Carry out what memory says, from a state. */
  run(state: readonly bigint[]): void {
    this.begin(state);
    this.hear(this.entry());
  }

  /** What has become of it. */
  protected hear(code: number): void {
    if (code) throw new RulesError(`The rules fail: ${this.code.faults[Math.abs(code) - 1]}.`);
  }
}

export function bytesOf(code: Code): Uint8Array<ArrayBuffer> {
  const letters = atob(code.code);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

export function pagesOf(blocks: number[]): number {
  return Math.ceil(addressAfter(blocks) / PAGE);
}

export function addressAfter(blocks: number[]): number {
  return blocks.reduce((end, words) => end + 8 * words, STACK);
}

/** A module that is ready to be run, with a stack that grows down from an address. */
export function entered(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  stack: number,
  addresses: number[],
): () => number {
  const instance = new WebAssembly.Instance(module, {
    env: {
      ...LIBRARY,
      __linear_memory: memory,
      __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, stack),
    },
  });
  const entry = instance.exports["entry"] as (...addresses: number[]) => bigint;
  return () => Number(entry(addresses[0]!, ...addresses));
}
