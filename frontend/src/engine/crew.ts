// A search by several threads: workers that share one memory. Browsers give it to pages that are isolated from others.
// All carry out the same orders, each in memory of its own, and tell each other by the table what they find; the first
// to finish stops the others, as in `kernel/threads.py`.
import { addressAfter, Block, bytesOf, entered, Machine, pagesOf, STACK } from "./machine";
import type { Code, Places } from "./published";

const GO = 0; // words that all see: how often they were called,
const WORKING = 1; // how many helpers are still at it,
const FIRST = 2; // and who finished first; nobody yet: -1
const NOBODY = -1;

/** What a helper is told, once. */
export interface Helping {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  stack: number;
  addresses: number[];
  all: number[]; // where everybody's memory begins
  number: number; // its own among them
  stop: number; // the word that makes one of them give up
  calls: SharedArrayBuffer;
}

export class Crew extends Machine {
  readonly helpers: Block[];
  private readonly calls: Int32Array;
  private readonly workers: Worker[] = [];
  ready = false; // everybody is there

  constructor(code: Code, places: Places, words: number, table: number, count: number) {
    const blocks = [words, table, ...Array<number>(count).fill(words + STACK / 8)];
    const pages = pagesOf(blocks);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    const module = new WebAssembly.Module(withSharedMemory(bytesOf(code)));
    super(code, places, blocks.slice(0, 2), memory, module);
    const begins = Array.from({ length: count }, (_, i) => addressAfter(blocks.slice(0, 2 + i)));
    this.helpers = begins.map((address) => new Block(memory.buffer, address, places));
    const calls = new SharedArrayBuffer(12);
    this.calls = new Int32Array(calls);
    const all = [this.address, ...begins];
    const known = { module, memory, all, stop: places["stop"]![0], calls };
    let missing = count;
    begins.forEach((address, i) => {
      const worker = new Worker(self.location.href);
      const stack = address + 8 * words + STACK;
      const helping: Helping = { ...known, stack, addresses: [address, this.addresses[1]!], number: i + 1 };
      worker.onmessage = () => {
        missing -= 1;
        this.ready = missing === 0;
      };
      worker.postMessage({ helping });
      this.workers.push(worker);
    });
  }

  close(): void {
    this.ready = false;
    for (const worker of this.workers) worker.terminate();
  }

  /** Carry out the same in all threads; the memory of the first to finish, or one's own if all were stopped. */
  race(state: readonly bigint[]): Block {
    if (!this.ready) {
      this.run(state);
      return this;
    }
    const { calls, helpers } = this;
    for (const helper of helpers) helper.begin(state);
    Atomics.store(calls, FIRST, NOBODY);
    Atomics.store(calls, WORKING, helpers.length);
    Atomics.add(calls, GO, 1);
    Atomics.notify(calls, GO);
    try {
      this.run(state);
      if (!this.get("stop")) Atomics.compareExchange(calls, FIRST, NOBODY, 0);
    } finally {
      for (const helper of helpers) helper.set("stop", 1);
      for (let left = Atomics.load(calls, WORKING); left; left = Atomics.load(calls, WORKING)) {
        Atomics.wait(calls, WORKING, left);
      }
    }
    const first = Atomics.load(calls, FIRST);
    if (first <= 0) return this;
    helpers[first - 1]!.set("stop", 0); // we said so when it had finished already
    return helpers[first - 1]!;
  }
}

/** Help for ever. */
export function help({ module, memory, stack, addresses, all, number, stop, calls }: Helping): void {
  const entry = entered(module, memory, stack, addresses);
  const shared = new Int32Array(calls);
  const stops = all.map((address) => new BigInt64Array(memory.buffer, address + 8 * stop, 1));
  let called = Atomics.load(shared, GO);
  self.postMessage("ready");
  for (;;) {
    Atomics.wait(shared, GO, called);
    called = Atomics.load(shared, GO);
    const code = entry(); // what fails here fails there, too
    if (!code && !stops[number]![0] && Atomics.compareExchange(shared, FIRST, NOBODY, number) === NOBODY) {
      stops.forEach((word, i) => {
        if (i !== number) word[0] = 1n;
      });
    }
    Atomics.sub(shared, WORKING, 1);
    Atomics.notify(shared, WORKING);
  }
}

/** The same module with a memory that is declared as shared: 65,536 pages at most. */
function withSharedMemory(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const name = new TextEncoder().encode("__linear_memory");
  const at = bytes.findIndex((_, i) => name.every((letter, j) => bytes[i + j] === letter)) + name.length;
  // At `at`: 2, a memory; then 0, no maximum; then the least pages, a number of any length.
  const end = numberEnd(bytes, at + 2);
  const limits = [2, 3, ...bytes.subarray(at + 2, end), 0x80, 0x80, 4];
  let section = 8; // sections: a kind, a size, a content; the imports' grows
  while (bytes[section] !== 2) section = numberEnd(bytes, section + 1) + numberAt(bytes, section + 1);
  const content = numberEnd(bytes, section + 1);
  const size = numberAt(bytes, section + 1) + limits.length - (end - at);
  return Uint8Array.from([
    ...bytes.subarray(0, section + 1),
    ...numberOf(size),
    ...bytes.subarray(content, at),
    ...limits,
    ...bytes.subarray(end),
  ]);
}

function numberEnd(bytes: Uint8Array, at: number): number {
  let end = at;
  while (bytes[end]! & 128) end++;
  return end + 1;
}

function numberAt(bytes: Uint8Array, at: number): number {
  let found = 0;
  for (let i = numberEnd(bytes, at) - 1; i >= at; i--) found = found * 128 + (bytes[i]! & 127);
  return found;
}

function numberOf(number: number): number[] {
  return number < 128 ? [number] : [(number & 127) | 128, ...numberOf(number >> 7)];
}
