/** The known values of a filter, then those met beside them, each once: what exists must be choosable. */
export function optionsWith(known: readonly string[], met: readonly (string | undefined)[]): string[] {
  const others = new Set(met.filter((value) => value !== undefined && !known.includes(value)));
  return [...known, ...[...others].filter((value) => value !== undefined).sort()];
}
