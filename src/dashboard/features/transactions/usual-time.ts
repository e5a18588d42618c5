/** How long things take: `share` of `samples` took at most `ms`. */
export type UsualTime = { ms: number; share: number; samples: number };

const share = 0.95;
/** Fewer say nothing about one in twenty. */
const leastSamples = 20;

/** The time within which 95 of 100 were done; undefined where too few are known. Milliseconds. */
export function usualTime(durations: readonly number[]): UsualTime | undefined {
  if (durations.length < leastSamples) return undefined;
  const sorted = durations.toSorted((a, b) => a - b);
  const ms = sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { ms, share, samples: sorted.length };
}
