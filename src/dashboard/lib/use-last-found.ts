import { useState } from 'react';

/**
 * What was found under the ID, even once it isn't any more: a dialog that removes it reads the list without it, and must
 * still be there to close. Undefined before it is found, and for another ID.
 */
export function useLastFound<T extends object>(id: string | undefined, found: T | undefined): T | undefined {
  const [last, setLast] = useState({ id, found });
  if (found !== undefined && (last.id !== id || last.found !== found)) setLast({ id, found });
  return found ?? (last.id === id ? last.found : undefined);
}
