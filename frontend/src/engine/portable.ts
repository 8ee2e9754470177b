// What `zermelo.portable` does to boards of 64 bits, in fewer steps than its Python would take here.
import { int, type Value } from "./python";

const unsigned = (board: Value): bigint => BigInt.asUintN(64, int(board));

export const wrap = (number: Value): bigint => BigInt.asIntN(64, int(number));
export const bit = (square: Value): bigint => BigInt.asIntN(64, 1n << int(square));
export const shl = (board: Value, by: Value): bigint => BigInt.asIntN(64, int(board) << int(by));
export const shr = (board: Value, by: Value): bigint => (by === 0n ? wrap(board) : unsigned(board) >> int(by));
export const highest = (board: Value): bigint => top(unsigned(board));
export const lowest = (board: Value): bigint => top(unsigned(board) & BigInt.asUintN(64, -int(board)));

const top = (board: bigint): bigint => (board === 0n ? -1n : BigInt(board.toString(2).length - 1));

export function popcount(board: Value): bigint {
  let found = 0n;
  for (let left = unsigned(board); left; left &= left - 1n) found += 1n;
  return found;
}

export function bytes_reversed(board: Value): bigint {
  let found = 0n;
  for (let i = 0, left = unsigned(board); i < 8; i++, left >>= 8n) found = (found << 8n) | (left & 255n);
  return BigInt.asIntN(64, found);
}
