import * as z from 'zod/mini';
import { randomHex } from '#dashboard/lib/random-id.ts';

/** So many rows one list of checks can have. */
export const mostRows = 10_000;

const handedList = z.object({
  /** Names the list in the page's history. */
  id: z.string(),
  /** One subject a line: address, comma, network. */
  text: z.string(),
  /** The source of the addresses, in a sentence. */
  origin: z.string(),
  /** Why they may not be all of them. */
  problems: z.array(z.string()),
});

/**
 * A list that was collected elsewhere, to be checked. It is kept for the tab, so that it outlives a reload: the page's
 * address holds nothing of it, and its history only the id.
 */
export type HandedList = z.output<typeof handedList>;

const keyOf = (account: string) => `aml-list:${account}`;

/** If the browser's storage is off or full, the list is lost with the page. */
let unkept: HandedList | undefined;

/** Keeps the list, in the place of the one before; gives its id. */
export function handList(account: string, list: Omit<HandedList, 'id'>): string {
  const handed: HandedList = { id: randomHex(16), ...list };
  dropHandedList(account);
  try {
    sessionStorage.setItem(keyOf(account), JSON.stringify(handed));
  } catch {
    unkept = handed;
  }
  return handed.id;
}

/** The list with this id; undefined where another one came in its place, or it is not kept any more. */
export function findHandedList(account: string, id: string): HandedList | undefined {
  return [unkept, read(account)].find((list) => list?.id === id);
}

export function dropHandedList(account: string): void {
  unkept = undefined;
  try {
    sessionStorage.removeItem(keyOf(account));
  } catch {
    // Storage may be forbidden: there is nothing in it then.
  }
}

function read(account: string): HandedList | undefined {
  try {
    return z.safeParse(handedList, JSON.parse(sessionStorage.getItem(keyOf(account)) ?? 'null')).data;
  } catch {
    return undefined;
  }
}
