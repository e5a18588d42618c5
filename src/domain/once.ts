/** Makes a value when it is first needed, and keeps it: `Intl` and the like take longest at their first use. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
