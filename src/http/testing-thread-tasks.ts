/** Keeps its thread busy for the time. */
export function compute({ ms, result }: { ms: number; result: number }): number {
  if (result < 0) throw new RangeError('Negative.');
  const end = performance.now() + ms;
  while (performance.now() < end);
  return result;
}

/** Takes memory until there is none, in small pieces: one piece larger than what is left ends the whole process. */
export function fill(): number {
  let last: object | undefined;
  for (;;) last = { last };
}

/** Takes what can't be cloned. */
export async function print(input: () => number): Promise<string> {
  return String(input());
}
