// What Python raises, and what translated functions do about it.

/** A translated function asks for something that is missing here. */
export class Untold extends Error {}

export function fail(why = "untold"): never {
  throw new Untold(why);
}

/** An exception of Python's: its kind and those above it, and what it says; null if that is not known here. */
export class Raised extends Error {
  constructor(
    readonly kinds: string[],
    readonly says: string | null,
  ) {
    super(says ?? kinds[0]);
  }
}

const KINDS = {
  ValueError: ["ValueError"],
  KeyError: ["KeyError", "LookupError"],
  IndexError: ["IndexError", "LookupError"],
};

/** As Python's own functions raise. */
export function raised(kind: keyof typeof KINDS, says: string | null = null): never {
  throw new Raised([...KINDS[kind], "Exception"], says);
}

export const error = (kinds: string[], says: string): Raised => new Raised(kinds, says);

function raise(what: unknown): never {
  throw what instanceof Raised ? what : new Untold("no exception");
}

export { raise };

/** Whether an exception is of one of these kinds. */
export function caught(what: unknown, kinds: string[]): what is Raised {
  return what instanceof Raised && what.kinds.some((kind) => kinds.includes(kind));
}
