// What Python's texts, lists, dicts, ints and tuples with names can do.
import { fail, raised } from "./errors";
import { Match } from "./patterns";
import {
  Dict,
  each,
  eq,
  int,
  isNamed,
  keyOf,
  type Method,
  named,
  padded,
  placeIn,
  set,
  string,
  Thing,
  count as times,
  type Value,
} from "./python";

export function attribute(value: Value, name: string): Value {
  if (isNamed(value)) {
    const at = value.kind.fields.get(name);
    if (at !== undefined) return value[at];
    const property = value.kind.properties[name];
    if (property) return property(value);
  }
  if (value instanceof Thing && name in value) return value[name];
  return (...given: Value[]) => method(value, name, given, {}); // one that is called later
}

export type Words = Record<string, Value>;

export function method(value: Value, name: string, given: Value[], words: Words): Value {
  if (isNamed(value)) {
    const own = value.kind.methods[name];
    if (own) return Object.keys(words).length ? fail(name) : own(value, ...given);
    if (name === "_replace") {
      return named(
        value.kind,
        Array.from(value.kind.fields, ([field, i]) => (field in words ? words[field] : value[i])),
      );
    }
  }
  if (Object.keys(words).length) fail(name);
  if (value instanceof Thing) return (attribute(value, name) as Method)(...given);
  const methods = methodsOf(value);
  const found = Object.hasOwn(methods, name) ? methods[name]! : fail(name);
  return found(value as never, ...given);
}

function methodsOf(value: Value): Methods {
  if (typeof value === "string") return TEXT;
  if (Array.isArray(value)) return LIST;
  if (value instanceof Match) return MATCH;
  return value instanceof Dict ? DICT : NUMBER;
}

/** What Python's None is. */
const nothing = (_: unknown): null => null;

type Methods = Record<string, (value: never, ...given: Value[]) => Value>;

const big = (n: number): bigint => BigInt(n);
const length = (text: string): bigint => big([...text].length);

function stripped(text: string, letters: Value, left: boolean, right: boolean): string {
  const items = [...text];
  const off = (sign: string | undefined): boolean =>
    sign !== undefined &&
    (letters === undefined || letters === null ? /\s/u.test(sign) : string(letters).includes(sign));
  while (left && off(items[0])) items.shift();
  while (right && off(items.at(-1))) items.pop();
  return items.join("");
}

const TEXT: Methods = {
  join: (text: string, items) => [...each(items)].map(string).join(text),
  upper: (text: string) => text.toUpperCase(),
  lower: (text: string) => text.toLowerCase(),
  capitalize: (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase(),
  replace: (text: string, old, by) => text.replaceAll(string(old), () => string(by)),
  strip: (text: string, letters) => stripped(text, letters, true, true),
  lstrip: (text: string, letters) => stripped(text, letters, true, false),
  rstrip: (text: string, letters) => stripped(text, letters, false, true),
  split: (text: string, by) =>
    by === undefined || by === null ? text.split(/\s+/u).filter(Boolean) : text.split(string(by)),
  partition: (text: string, by) => {
    const at = text.indexOf(string(by));
    return at < 0 ? [text, "", ""] : [text.slice(0, at), by, text.slice(at + string(by).length)];
  },
  rpartition: (text: string, by) => {
    const at = text.lastIndexOf(string(by));
    return at < 0 ? ["", "", text] : [text.slice(0, at), by, text.slice(at + string(by).length)];
  },
  casefold: (text: string) => text.toLowerCase().replaceAll("ß", "ss"),
  isascii: (text: string) => [...text].every((sign) => sign < "\x80"),
  isspace: (text: string) => /^\s+$/u.test(text),
  startswith: (text: string, part) => text.startsWith(string(part)),
  endswith: (text: string, part) => text.endsWith(string(part)),
  removeprefix: (text: string, part) => (text.startsWith(string(part)) ? text.slice(string(part).length) : text),
  removesuffix: (text: string, part) =>
    part && text.endsWith(string(part)) ? text.slice(0, -string(part).length) : text,
  index: (text: string, part) => {
    const found = text.indexOf(string(part));
    return found < 0 ? raised("ValueError", "substring not found") : length(text.slice(0, found));
  },
  find: (text: string, part) => {
    const found = text.indexOf(string(part));
    return found < 0 ? -1n : length(text.slice(0, found));
  },
  count: (text: string, part) => (part === "" ? length(text) + 1n : big(text.split(string(part)).length - 1)),
  isupper: (text: string) => text !== text.toLowerCase() && text === text.toUpperCase(),
  islower: (text: string) => text !== text.toUpperCase() && text === text.toLowerCase(),
  isdigit: (text: string) => /^[0-9]+$/.test(text),
  isalpha: (text: string) => /^\p{L}+$/u.test(text),
  rjust: (text: string, width, fill = " ") => padded(text, times(width), string(fill), ">"),
  ljust: (text: string, width, fill = " ") => padded(text, times(width), string(fill), "<"),
  zfill: (text: string, width) => padded(text, times(width), "0", ">"),
};

const LIST: Methods = {
  append: (list: Value[], item) => nothing(list.push(item)),
  extend: (list: Value[], items) => nothing(list.push(...each(items))),
  insert: (list: Value[], at, item) => nothing(list.splice(Number(int(at)), 0, item)),
  pop: (list: Value[], at = -1n) => list.splice(placeIn(list, at), 1)[0],
  reverse: (list: Value[]) => nothing(list.reverse()),
  index: (list: Value[], item) => {
    const found = list.findIndex((one) => eq(one, item));
    return found < 0 ? raised("ValueError") : big(found);
  },
  count: (list: Value[], item) => big(list.filter((one) => eq(one, item)).length),
};

const DICT: Methods = {
  get: (of: Dict, key, standard = null) => of.entries.get(keyOf(key))?.[1] ?? standard,
  items: (of: Dict) => [...of.entries.values()].map(([key, value]) => [key, value]),
  keys: (of: Dict) => set(each(of)),
  values: (of: Dict) => [...of.entries.values()].map(([, value]) => value),
  add: (of: Dict, item) => nothing(of.entries.set(keyOf(item), [item, item])),
};

const MATCH: Methods = {
  group: (of: Match, which = 0n) => of.item(which),
  groups: (of: Match) => of.groups(),
};

const NUMBER: Methods = {
  bit_length: (n: Value) => big(int(n) === 0n ? 0 : magnitude(n).toString(2).length),
  bit_count: (n: Value) => big(magnitude(n).toString(2).replaceAll("0", "").length),
};

export const magnitude = (n: Value): bigint => (int(n) < 0n ? -int(n) : int(n));
