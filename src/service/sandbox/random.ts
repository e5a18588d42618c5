/** Random numbers that are the same at every run: mulberry32, a public domain generator of 32 bits of state. */
export type Random = {
  /** A whole number from 0 to `below` - 1. */
  integer: (below: number) => number;
  /** A fraction from 0 to, but not including, 1. */
  fraction: () => number;
  /** True in so many of one cases. */
  chance: (share: number) => boolean;
  /** A number from the range, small ones as frequent as large ones by order of magnitude. */
  magnitude: (least: number, most: number) => number;
  pick: <T>(values: readonly [T, ...T[]]) => T;
  /** Returns one of the values, each as often as its weight says; undefined if no weight is above zero. */
  weighted: <T>(values: readonly T[], weight: (value: T) => number) => T | undefined;
  /** Returns random decimal digits. */
  digits: (count: number) => string;
  hex: (count: number) => string;
};

export function makeRandom(seed: number): Random {
  let state = seed;
  const word = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const fraction = (): number => word() / 2 ** 32;
  const integer = (below: number) => Math.floor(fraction() * below);
  return {
    fraction,
    integer,
    chance: (share) => fraction() < share,
    magnitude: (least, most) => least * (most / least) ** fraction(),
    pick: (values) => values[integer(values.length)] ?? values[0],
    weighted: (values, weight) => {
      let total = 0;
      for (const value of values) total += weight(value);
      let rest = fraction() * total;
      for (const value of values) {
        rest -= weight(value);
        if (rest < 0) return value;
      }
      return undefined;
    },
    digits: (count) => Array.from({ length: count }, () => integer(10)).join(''),
    // Eight digits a word: a year's hashes have a million of them.
    hex: (count) => {
      let text = '';
      while (text.length < count) text += word().toString(16).padStart(8, '0');
      return text.slice(0, count);
    },
  };
}
