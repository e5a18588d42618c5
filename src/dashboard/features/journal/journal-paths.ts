export const journalPath = '/journal';

/** The page of one entry. */
export function journalEntryPath(sequence: string): string {
  return `${journalPath}/${encodeURIComponent(sequence)}`;
}
