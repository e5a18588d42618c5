import { waitWords } from '#dashboard/lib/error-words.ts';

/** Before that, a guess would be wild. */
const least = { ms: 1_500, share: 0.02 };

/** `About 12 seconds left`, from how long the rows so far took; undefined while that says too little. */
export function timeLeft(elapsedMs: number, read: number, expected: number): string | undefined {
  if (elapsedMs < least.ms || read < expected * least.share || read >= expected) return undefined;
  const seconds = Math.max(1, Math.ceil(((elapsedMs / read) * (expected - read)) / 1000));
  return `About ${waitWords(seconds)} left`;
}
