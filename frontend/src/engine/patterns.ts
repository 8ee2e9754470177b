// Regular expressions: `publish/patterns.py` writes them, and this asks them what Python's `re` is asked.
import { fail, Untold } from "./errors";
import { Indexed, type Method, string, type Value } from "./python";

export class Pattern {
  private readonly made = new Map<string, RegExp>();

  constructor(
    private readonly source: string,
    private readonly flags: string,
  ) {}

  /** With something before and after; what no browser understands is untold where it is first asked. */
  within(before: string, after: string, flags = ""): RegExp {
    const wanted = `${before} ${after} ${flags}`;
    let found = this.made.get(wanted);
    if (!found) {
      try {
        found = new RegExp(before + this.source + after, this.flags + flags);
      } catch {
        throw new Untold("an expression");
      }
      this.made.set(wanted, found);
    }
    return found;
  }
}

/** What was found, and its groups. */
export class Match extends Indexed {
  constructor(private readonly parts: RegExpExecArray) {
    super();
  }

  item(which: Value): Value {
    const { parts } = this;
    if (typeof which === "string")
      return parts.groups && which in parts.groups ? (parts.groups[which] ?? null) : fail();
    const at = Number(which);
    return at >= 0 && at < parts.length ? (parts[at] ?? null) : fail("no such group");
  }

  groups(): Value[] {
    return this.parts.slice(1).map((part) => part ?? null);
  }
}

export const pattern = (source: string, flags: string): Pattern => new Pattern(source, flags);

function matched(by: RegExp, text: Value): Value {
  const parts = by.exec(string(text));
  return parts && new Match(parts);
}

export const fullmatch = (of: Pattern, text: Value): Value => matched(of.within("^(?:", ")$"), text);
export const match = (of: Pattern, text: Value): Value => matched(of.within("^(?:", ")"), text);
export const search = (of: Pattern, text: Value): Value => matched(of.within("", ""), text);

/** Every place, or so many of them, by a text or by what a function makes of it. */
export function sub(of: Pattern, by: Value, text: Value, most: Value = 0n): Value {
  if (typeof by === "string" && by.includes("\\")) fail("groups in a text");
  let left = most === 0n ? Number.POSITIVE_INFINITY : Number(most);
  return string(text).replace(of.within("", "", "g"), (...parts) => {
    if (left-- <= 0) return parts[0];
    if (typeof by === "string") return by;
    const groups = parts.filter((part) => typeof part === "string" || part === undefined).slice(0, -1);
    const named = typeof parts.at(-1) === "object" ? parts.at(-1) : undefined;
    return string((by as Method)(new Match(Object.assign(groups, { groups: named }) as unknown as RegExpExecArray)));
  });
}
