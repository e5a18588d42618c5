import * as z from 'zod/mini';

const keptList = z.object({
  fileName: z.string(),
  text: z.string(),
  /** What external ids that the file leaves out begin with. */
  idBeginning: z.string(),
  /** ISO 8601. */
  startedAt: z.string(),
});

/**
 * A list whose sending has begun and has not come to its end. It is kept in the browser until then, so that it can be
 * gone on with after whatever ended it; which of its rows are made, the service knows by their external ids.
 */
export type KeptList = z.output<typeof keptList>;

const keyOf = (account: string) => `withdrawal-list:${account}`;

export function findKeptList(account: string): KeptList | undefined {
  try {
    return z.safeParse(keptList, JSON.parse(localStorage.getItem(keyOf(account)) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Keeps the one list whose sending begins now. False where the browser keeps nothing, or has no room for it. */
export function keepList(account: string, list: Omit<KeptList, 'startedAt'>): boolean {
  const kept: KeptList = { ...list, startedAt: new Date().toISOString() };
  try {
    localStorage.setItem(keyOf(account), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function dropKeptList(account: string): void {
  try {
    localStorage.removeItem(keyOf(account));
  } catch {
    // Storage may be forbidden: there is nothing in it then.
  }
}
