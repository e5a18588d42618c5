/**
 * Divides `total` in the proportions of `parts`, in whole units that add up to exactly `total`: each gets its share
 * rounded down, and what remains goes, one unit each, to those that lost most by it (the first of equals). Parts are
 * zero or above, and not all of them zero.
 */
export function apportion(total: bigint, parts: readonly bigint[]): bigint[] {
  const sum = parts.reduce((a, b) => a + b, 0n);
  if (sum <= 0n) throw new RangeError('Nothing can be divided in proportions that are all zero.');
  const shares = parts.map((part) => (total * part) / sum);
  const left = Number(total - shares.reduce((a, b) => a + b, 0n));
  const lost = parts.map((part, index) => ({ index, loss: (total * part) % sum }));
  lost.sort((a, b) => (a.loss === b.loss ? a.index - b.index : a.loss > b.loss ? -1 : 1));
  for (const { index } of lost.slice(0, left)) shares[index] = (shares[index] ?? 0n) + 1n;
  return shares;
}
