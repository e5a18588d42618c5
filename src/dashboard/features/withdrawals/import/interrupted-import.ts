import * as z from 'zod/mini';

const interruptedImport = z.object({
  fileName: z.string(),
  text: z.string(),
  /** What external ids that the file leaves out begin with. */
  idBeginning: z.string(),
  /** Missing from what an earlier version of the console stored. */
  isPasted: z._default(z.boolean(), false),
  /** ISO 8601. */
  startedAt: z.string(),
});

/**
 * An import that was started and not completed. It is stored in the browser until then, so that it can be resumed after
 * any interruption; the service knows by the external ids which of its rows were created.
 */
export type InterruptedImport = z.output<typeof interruptedImport>;

const keyOf = (account: string) => `withdrawal-list:${account}`;

export function findInterruptedImport(account: string): InterruptedImport | undefined {
  try {
    return z.safeParse(interruptedImport, JSON.parse(localStorage.getItem(keyOf(account)) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Keeps the one list whose sending begins now. False where the browser keeps nothing, or has no room for it. */
export function keepList(account: string, list: Omit<InterruptedImport, 'startedAt'>): boolean {
  const kept: InterruptedImport = { ...list, startedAt: new Date().toISOString() };
  try {
    localStorage.setItem(keyOf(account), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function dropInterruptedImport(account: string): void {
  try {
    localStorage.removeItem(keyOf(account));
  } catch {
    // Storage may be forbidden: there is nothing in it then.
  }
}
