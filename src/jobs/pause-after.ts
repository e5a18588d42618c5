/** The pause after so many attempts in a row that came to nothing: each is `factor` times the one before. */
export function pauseAfter(
  attempts: number,
  { firstMs, factor, longestMs }: { firstMs: number; factor: number; longestMs: number },
): number {
  return Math.min(longestMs, firstMs * factor ** (attempts - 1));
}
