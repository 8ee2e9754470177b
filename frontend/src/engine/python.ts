// What Python's operators, builtins and methods mean, for what `publish/javascript.py` translated: ints are
// BigInts, bools booleans, tuples and lists arrays (of a kind, if their items have names), None null.

import { fail, Raised, raised, Untold } from "./errors";

export type Value = unknown;

const MOST_STEPS = 1_000_000; // of loops, so that none runs for ever
let steps = 0;

/** A text begins: its loops are counted from here. */
export function begin(): void {
  steps = 0;
}

export function tick(): void {
  if (++steps > MOST_STEPS) throw new Untold("it never ends");
}

// --- things with names ---

export type Method = (...values: Value[]) => Value;

/** A class of tuples. */
export interface Kind {
  fields: Map<string, number>;
  methods: Record<string, Method>;
  properties: Record<string, Method>;
}

export interface Named extends Array<Value> {
  kind: Kind;
}

export function isNamed(value: Value): value is Named {
  return Array.isArray(value) && "kind" in value;
}

/** A frozen object of the game's, or the game itself. */
export class Thing {
  [name: string]: Value;
}

/** What answers to `value[index]` in a way of its own. */
export abstract class Indexed {
  abstract item(index: Value): Value;
}

export class Dict {
  readonly entries = new Map<string, [Value, Value]>();
}

export class Bag extends Dict {}

export function kind(fields: string[]): Kind {
  return { fields: new Map(fields.map((name, i) => [name, i])), methods: {}, properties: {} };
}

export function named(of: Kind, items: Value[]): Value {
  return Object.assign(items, { kind: of });
}

export function record(fields: Record<string, Value>): Value {
  return Object.assign(new Thing(), fields);
}

export const game = record;

export function dict(pairs: Iterable<Value>): Value {
  const made = new Dict();
  for (const pair of pairs) put(made, (pair as Value[])[0], (pair as Value[])[1]);
  return made;
}

export function set(items: Iterable<Value>): Value {
  const made = new Bag();
  for (const item of items) made.entries.set(keyOf(item), [item, item]);
  return made;
}

export function keyOf(key: Value): string {
  if (typeof key === "string") return `s${key}`;
  if (Array.isArray(key)) return `[${key.map(keyOf).join()}]`;
  return key === null ? "n" : `${int(key)}`;
}

// --- numbers, and what else can be added or compared ---

export function int(value: Value): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value === "boolean") return value ? 1n : 0n;
  return fail("no int");
}

export function truth(value: Value): boolean {
  if (value === null || value === undefined || value === false || value === 0n || value === "") return false;
  if (Array.isArray(value)) return value.length > 0;
  return value instanceof Dict ? value.entries.size > 0 : true;
}

export { truth as true };

export function add(a: Value, b: Value): Value {
  if (typeof a === "string" && typeof b === "string") return a + b;
  if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
  return int(a) + int(b);
}

/** `a += b`. */
export function grow(a: Value, b: Value): Value {
  if (!Array.isArray(a) || isNamed(a)) return add(a, b);
  a.push(...each(b));
  return a;
}

export function sub(a: Value, b: Value): Value {
  if (a instanceof Bag && b instanceof Bag) return chosen(a, (key) => !b.entries.has(key));
  return int(a) - int(b);
}

function chosen(from: Bag, which: (key: string) => boolean): Bag {
  const made = new Bag();
  for (const [key, entry] of from.entries) if (which(key)) made.entries.set(key, entry);
  return made;
}

export function mul(a: Value, b: Value): Value {
  if (typeof a === "string") return a.repeat(count(b));
  if (typeof b === "string") return b.repeat(count(a));
  if (Array.isArray(a)) return Array.from({ length: count(b) }, () => a).flat(1);
  return Array.isArray(b) ? mul(b, a) : int(a) * int(b);
}

export const count = (times: Value): number => Math.max(0, Number(int(times)));

export function div(a: Value, b: Value): bigint {
  const [n, d] = [int(a), int(b)];
  if (d === 0n) fail("division by zero");
  const quotient = n / d;
  return n % d !== 0n && n < 0n !== d < 0n ? quotient - 1n : quotient;
}

export const mod = (a: Value, b: Value): bigint => int(a) - div(a, b) * int(b);
export const pow = (a: Value, b: Value): bigint => int(a) ** int(b);
export const neg = (a: Value): bigint => -int(a);
export const invert = (a: Value): bigint => ~int(a);
export const not = (a: Value): boolean => !truth(a);
export const shl = (a: Value, b: Value): bigint => int(a) << shift(b);
export const shr = (a: Value, b: Value): bigint => int(a) >> shift(b);
export const xor = (a: Value, b: Value): Value => bits(a, b, int(a) ^ int(b));

function or(a: Value, b: Value): Value {
  if (a instanceof Bag && b instanceof Bag) return set([...each(a), ...each(b)]);
  return bits(a, b, int(a) | int(b));
}

function and(a: Value, b: Value): Value {
  if (a instanceof Bag && b instanceof Bag) return chosen(a, (key) => b.entries.has(key));
  return bits(a, b, int(a) & int(b));
}

export { and, or };

/** Of two bools it is one. */
function bits(a: Value, b: Value, found: bigint): Value {
  return typeof a === "boolean" && typeof b === "boolean" ? found === 1n : found;
}

function shift(by: Value): bigint {
  const n = int(by);
  return n < 0n || n > 4096n ? fail("a shift") : n;
}

export function eq(a: Value, b: Value): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => eq(item, b[i]));
  if (a instanceof Dict && b instanceof Dict) {
    const [these, those] = [a.entries, b.entries];
    return these.size === those.size && [...these].every(([key, [, item]]) => eq(item, those.get(key)?.[1]));
  }
  if (typeof a === "boolean" || typeof b === "boolean") return isInt(a) && isInt(b) && int(a) === int(b);
  return a === b;
}

const isInt = (a: Value): boolean => typeof a === "bigint" || typeof a === "boolean";

export function less(a: Value, b: Value): boolean {
  if (typeof a === "string" && typeof b === "string") return a < b;
  if (!Array.isArray(a) || !Array.isArray(b)) return int(a) < int(b);
  const at = a.findIndex((item, i) => i >= b.length || !eq(item, b[i]));
  return at < 0 ? a.length < b.length : at < b.length && less(a[at], b[at]);
}

export const ne = (a: Value, b: Value): boolean => !eq(a, b);
export const lt = less;
export const gt = (a: Value, b: Value): boolean => less(b, a);
export const le = (a: Value, b: Value): boolean => !less(b, a);
export const ge = (a: Value, b: Value): boolean => !less(a, b);
export const same = (a: Value, b: Value): boolean => a === b;
export const other = (a: Value, b: Value): boolean => a !== b;

export function within(a: Value, b: Value): boolean {
  if (typeof b === "string") return b.includes(string(a));
  if (b instanceof Dict) return b.entries.has(keyOf(a));
  for (const item of each(b)) if (eq(item, a)) return true;
  return false;
}

export const without = (a: Value, b: Value): boolean => !within(a, b);

export function both(values: (() => Value)[]): Value {
  let found: Value = true;
  for (const value of values) {
    found = value();
    if (!truth(found)) break;
  }
  return found;
}

export function either(values: (() => Value)[]): Value {
  let found: Value = false;
  for (const value of values) {
    found = value();
    if (truth(found)) break;
  }
  return found;
}

// --- what holds several things ---

export function each(value: Value): Iterable<Value> {
  if (Array.isArray(value)) return value;
  if (value instanceof Dict) return [...value.entries.values()].map(([key]) => key);
  if (value === null || value === undefined || typeof (value as never)[Symbol.iterator] !== "function")
    fail("no items");
  return counted(value as Iterable<Value>);
}

function* counted(value: Iterable<Value>): Iterable<Value> {
  for (const item of value) {
    tick();
    yield item;
  }
}

/** So many values; one of them, if a place is given, takes all that are left over. */
export function unpack(value: Value, parts: number, rest?: number): Value[] {
  const items = [...each(value)];
  if (rest === undefined) return items.length === parts ? items : raised("ValueError");
  const over = items.length - parts + 1;
  if (over < 0) raised("ValueError");
  return [...items.slice(0, rest), items.slice(rest, rest + over), ...items.slice(rest + over)];
}

/** Letters, as Python counts them. */
export function sequence(value: Value): Value[] {
  if (typeof value === "string") return [...value];
  return Array.isArray(value) ? value : fail("no sequence");
}

export function at(whole: Value, index: Value): Value {
  if (whole instanceof Dict) return (whole.entries.get(keyOf(index)) ?? raised("KeyError"))[1];
  if (whole instanceof Indexed) return whole.item(index);
  const items = sequence(whole);
  return items.at(placeIn(items, index));
}

export function placeIn(items: Value[], index: Value): number {
  const n = Number(int(index));
  return n >= -items.length && n < items.length ? n : raised("IndexError");
}

export function put(whole: Value, index: Value, value: Value): void {
  if (whole instanceof Dict) whole.entries.set(keyOf(index), [index, value]);
  else if (Array.isArray(whole)) {
    const n = placeIn(whole, index);
    whole[n < 0 ? n + whole.length : n] = value;
  } else fail("no list");
}

export function slice(whole: Value, low: Value, high: Value, step: Value): Value {
  const items = sequence(whole);
  const by = step === null ? 1 : Number(int(step));
  if (by === 0) fail("a step of 0");
  const bound = (end: Value, standard: number): number => {
    if (end === null) return standard;
    const n = Number(int(end));
    const from = n < 0 ? n + items.length : n;
    return by > 0 ? Math.min(Math.max(from, 0), items.length) : Math.min(Math.max(from, -1), items.length - 1);
  };
  const [first, end] = [bound(low, by > 0 ? 0 : items.length - 1), bound(high, by > 0 ? items.length : -1)];
  const found: Value[] = [];
  for (let i = first; by > 0 ? i < end : i > end; i += by) found.push(items[i]);
  return typeof whole === "string" ? found.join("") : found;
}

// --- texts ---

export function string(value: Value): string {
  return typeof value === "string" ? value : fail("no text");
}

export function str(value: Value): string {
  if (typeof value === "string") return value;
  if (typeof value === "bigint") return String(value);
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (value instanceof Raised && value.says !== null) return value.says;
  return fail("how it is written");
}

const ESCAPES: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** As in f"{value!r}"; lists and tuples are not told apart here. */
export function repr(value: Value): string {
  if (typeof value !== "string") return value instanceof Raised ? fail("how it is written") : str(value);
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const inside = [...value].map((sign) => {
    if (sign === quote) return `\\${sign}`;
    if (!/[\\\p{C}\p{Z}]/u.test(sign) || sign === " ") return sign;
    const code = sign.codePointAt(0)!;
    const [way, digits] = code < 256 ? ["x", 2] : code < 65536 ? ["u", 4] : ["U", 8];
    return ESCAPES[sign] ?? `\\${way}${code.toString(16).padStart(digits as number, "0")}`;
  });
  return quote + inside.join("") + quote;
}

/** As in f"{value:>3}": fill, alignment, zeros, width, commas, and d, x, b or s. */
export function format(value: Value, wish: string): string {
  if (wish === ",") return String(int(value)).replace(/\B(?=(\d{3})+$)/g, ",");
  const parts = /^(?:(.)?([<>^]))?(0)?(\d+)?([dxXbs])?$/u.exec(wish) ?? fail("a format");
  const [, fill, way, zero, width, kind] = parts;
  const isText = typeof value === "string";
  if (isText !== (kind === "s") && kind) fail("a format");
  const base = kind === "x" || kind === "X" ? 16 : kind === "b" ? 2 : 10;
  let text = isText ? value : int(value).toString(base);
  if (kind === "X") text = text.toUpperCase();
  return padded(text, Number(width ?? 0), fill ?? (zero && !way ? "0" : " "), way ?? (isText ? "<" : ">"));
}

export function padded(text: string, width: number, fill: string, way: string): string {
  const missing = Math.max(0, width - [...text].length);
  if (fill === "0" && way === ">" && text.startsWith("-")) return `-${"0".repeat(missing)}${text.slice(1)}`;
  const before = way === ">" ? missing : way === "<" ? 0 : missing >> 1;
  return fill.repeat(before) + text + fill.repeat(missing - before);
}
