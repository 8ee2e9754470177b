// Python's builtins: their arguments, and those that have names.
import { fail, raised } from "./errors";
import { magnitude, type Words } from "./methods";
import {
  add,
  Dict,
  dict,
  div,
  each,
  int,
  less,
  type Method,
  mod,
  put,
  repr,
  sequence,
  set,
  str,
  string,
  tick,
  truth,
  type Value,
} from "./python";

type Builtin = (given: Value[], words: Words) => Value;

const called = (value: Value): Method => (typeof value === "function" ? (value as Method) : fail("no function"));

function best(given: Value[], words: Words, better: (a: Value, b: Value) => boolean): Value {
  const items = given.length > 1 ? given : [...each(given[0])];
  if (!items.length) return "default" in words ? words["default"] : fail("nothing to choose from");
  const key = words["key"] ? called(words["key"]) : (item: Value) => item;
  return items.reduce((found, item) => (better(key(item), key(found)) ? item : found));
}

export const abs_: Builtin = ([n]) => magnitude(n);
export const all_: Builtin = ([items]) => [...each(items)].every(truth);
export const any_: Builtin = ([items]) => [...each(items)].some(truth);
export const bool_: Builtin = ([value]) => truth(value);
export const chr_: Builtin = ([n]) => String.fromCodePoint(Number(int(n)));
export const dict_: Builtin = ([pairs]) => dict(pairs instanceof Dict ? pairs.entries.values() : each(pairs ?? []));
export const divmod_: Builtin = ([a, b]) => [div(a, b), mod(a, b)];
export const enumerate_: Builtin = ([items, from], { start }) =>
  [...each(items)].map((item, i) => [int(from ?? start ?? 0n) + BigInt(i), item]);
export const filter_: Builtin = ([test, items]) =>
  [...each(items)].filter((item) => truth(test === null ? item : called(test)(item)));
export const set_: Builtin = ([items]) => set(each(items ?? []));
export const frozenset_ = set_;
export const iter_: Builtin = ([items]) => each(items)[Symbol.iterator]();
export const len_: Builtin = ([value]) => BigInt(value instanceof Dict ? value.entries.size : sequence(value).length);
export const list_: Builtin = ([items]) => [...each(items ?? [])];
export const tuple_ = list_;
export const map_: Builtin = ([function_, ...lists]) => rows(lists).map((row) => called(function_)(...row));
export const max_: Builtin = (given, words) => best(given, words, (a, b) => less(b, a));
export const min_: Builtin = (given, words) => best(given, words, less);
export const ord_: Builtin = ([letter]) => BigInt(string(letter).codePointAt(0) ?? fail("no letter"));
export const reversed_: Builtin = ([items]) => [...each(items)].reverse();
export const str_: Builtin = ([value]) => (value === undefined ? "" : str(value));
export const sum_: Builtin = ([items, start], words) => [...each(items)].reduce(add, start ?? words["start"] ?? 0n);
export const repr_: Builtin = ([value]) => repr(value);

export const zip_: Builtin = (lists, { strict }) => {
  const listed = lists.map((list) => [...each(list)]);
  if (strict && listed.some((list) => list.length !== listed[0]!.length)) raised("ValueError");
  return rows(listed);
};

/** `dict.fromkeys`. */
export function fromkeys(keys: Value, value: Value = null): Value {
  const made = new Dict();
  for (const key of each(keys)) put(made, key, value);
  return made;
}

export const next_: Builtin = ([items, ...standard]) => {
  const of = items as Iterator<Value>;
  const { value, done } = typeof of?.next === "function" ? of.next() : fail("no iterator");
  if (!done) return value;
  return standard.length ? standard[0] : fail("no more");
};

function notNumber(text: string): never {
  return raised("ValueError", `invalid literal for int() with base 10: ${repr(text)}`);
}

export const int_: Builtin = ([value]) => {
  if (typeof value !== "string") return int(value);
  return /^\s*[+-]?\d+\s*$/.test(value) ? BigInt(value.trim().replace("+", "")) : notNumber(value);
};

export const range_: Builtin = (ends) => {
  const [first, end] = ends.length > 1 ? [int(ends[0]), int(ends[1])] : [0n, int(ends[0])];
  const step = int(ends[2] ?? 1n);
  if (step === 0n) fail("a step of 0");
  const found: bigint[] = [];
  for (let n = first; step > 0n ? n < end : n > end; n += step) {
    tick();
    found.push(n);
  }
  return found;
};

export const sorted_: Builtin = ([items], { key, reverse }) => {
  const of = key ? called(key) : (item: Value) => item;
  const way = truth(reverse ?? false) ? -1 : 1;
  return [...each(items)].sort((a, b) => (less(of(a), of(b)) ? -way : less(of(b), of(a)) ? way : 0));
};

/** Several lists side by side, as long as the shortest. */
function rows(lists: Value[]): Value[][] {
  const listed = lists.map((list) => [...each(list)]);
  const most = Math.min(...listed.map((list) => list.length));
  return Array.from({ length: most }, (_, i) => listed.map((list) => list[i]));
}
