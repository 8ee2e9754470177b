// Hashes as `portable.py` makes them, so that a table here is filled as a table there.
export type Key = bigint | Key[];

const MIXER = -0x2545f4914f6cdd1dn;
const FACTOR = -0x2917014799a6026dn;
const SEED = -0x61c8864680b583ebn;
const TUPLE = -0x5bf6c7ddd660ce2fn;

const wrap = (n: bigint): bigint => BigInt.asIntN(64, n);
const half = (n: bigint): bigint => BigInt.asUintN(64, n) >> 32n;

export function hashOf(key: Key): bigint {
  let check = SEED;
  let factor = FACTOR;
  for (const word of flattened(key)) {
    let mixed = wrap((word ^ half(word)) * MIXER);
    mixed ^= half(mixed);
    check = wrap(check + mixed * factor);
    factor = wrap(factor * FACTOR);
  }
  return check ^ half(check);
}

function flattened(key: Key): bigint[] {
  if (typeof key === "bigint") return [key];
  return [TUPLE + BigInt(key.length), ...key.flatMap(flattened)];
}
