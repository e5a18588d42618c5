import * as z from 'zod/mini';
import { withdrawalSenders } from '#contract/wallet-service/withdrawals.ts';
import { withdrawalNetworks } from '#domain/networks.ts';
import type { Fields } from './withdrawal-fields.ts';

/** The name in the tab's storage. */
export const draftKey = (account: string) => `new-withdrawal:${account}`;

const fields = z.object({
  sender: z.enum(withdrawalSenders),
  network: z.enum(withdrawalNetworks),
  currency: z.string(),
  sender_wallet: z.string(),
  recipient_wallet: z.string(),
  amount: z.string(),
  fee_included: z.enum(['included', 'added']),
  comment: z.string(),
  external_id: z.string(),
});

const draft = z.object({
  account: z.string(),
  /** The query text of the form's address, on which something was entered. */
  search: z.string(),
  /** The request was sent, and there is no response yet. */
  isSent: z.boolean(),
  fields,
});

/** A draft without a response yet, with its external ID. It lasts as long as the tab. */
export type Draft = z.output<typeof draft>;

/**
 * The draft to resume. One that was sent comes first, wherever the form was opened from, because its outcome has to be
 * found out. Any other belongs to the URL that it was entered on.
 */
export function findDraft(account: string, search: string): Draft | undefined {
  const found = z.safeParse(draft, readStored(account)).data;
  if (found?.account !== account) return undefined;
  return found.isSent || found.search === search ? found : undefined;
}

export function keepDraft(next: Draft & { fields: Fields }): void {
  try {
    sessionStorage.setItem(draftKey(next.account), JSON.stringify(next));
  } catch {
    // Storage may be forbidden: the draft then lasts as long as the page.
  }
}

export function dropDraft(account: string): void {
  try {
    sessionStorage.removeItem(draftKey(account));
  } catch {
    // As above.
  }
}

function readStored(account: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(draftKey(account)) ?? 'null');
  } catch {
    return undefined;
  }
}
