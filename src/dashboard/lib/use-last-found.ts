import { useState } from 'react';

/**
 * The row with the ID, even once it is gone: a dialog that removes it reads the rows without it, and must still be there to
 * close. Undefined before it is found, and for another ID.
 */
export function useLastFound<T extends { id: string }>(
  id: string | undefined,
  rows: readonly T[] | undefined,
): T | undefined {
  const found = rows?.find((row) => row.id === id);
  const [last, setLast] = useState(found);
  if (found !== undefined && found !== last) setLast(found);
  return found ?? (last?.id === id ? last : undefined);
}
