/** Random numbers that are the same at every run: mulberry32, a public domain generator of 32 bits of state. */
export type Random = {
  /** A whole number from 0 to `below` - 1. */
  integer: (below: number) => number;
  /** A fraction from 0 to, but not including, 1. */
  fraction: () => number;
  pick: <T>(values: readonly [T, ...T[]]) => T;
  /** So many decimal digits. */
  digits: (count: number) => string;
  hex: (count: number) => string;
};

export function makeRandom(seed: number): Random {
  let state = seed;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (below: number) => Math.floor(fraction() * below);
  const text = (count: number, base: number) =>
    Array.from({ length: count }, () => integer(base).toString(base)).join('');
  return {
    fraction,
    integer,
    pick: (values) => values[integer(values.length)] ?? values[0],
    digits: (count) => text(count, 10),
    hex: (count) => text(count, 16),
  };
}
