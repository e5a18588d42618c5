import * as z from 'zod/mini';
import { currencies, walletTypes, withdrawalNetworks } from '#domain/networks.ts';
import { lineOfText, oneOf } from '../fields.ts';
import { sharedPoolKey } from '../wallet-service/balances.ts';
import { networkKeyLabel, walletTypeLabel } from '../wallet-service/place-labels.ts';
import type { StatementRow } from './statements.ts';

/** What a statement is limited to: what is left out is any. Nothing at all: the statement is of the whole account. */
export const statementPart = z.strictObject({
  type: z.optional(oneOf(walletTypes)),
  /** Where the funds are: a network, or `trx_eth` for the pool that Tron and Ethereum share. */
  network: z.optional(oneOf([...withdrawalNetworks, sharedPoolKey])),
  currency: z.optional(oneOf(currencies)),
  /** Only the funds of the wallet with this address: on it, and on hold for it. The others choose rows. */
  wallet: z.optional(lineOfText(128, { what: 'an address' })),
});

export type StatementPart = z.output<typeof statementPart>;

/** A part as it may stand in a page’s address, with values that this version doesn’t know. */
type AnyPart = { [name in keyof StatementPart]?: string | undefined };

/** Whether the part is the whole account. */
export function isWhole(part: AnyPart): boolean {
  return Object.values(part).every((value) => value === undefined);
}

/** The rows of a statement that belong to a part. Of one wallet, the statement itself has been limited to it. */
export function rowsOfPart(
  rows: readonly StatementRow[],
  { type, network, currency }: AnyPart,
): StatementRow[] {
  const wanted = Object.entries({ type, network, currency });
  return rows.filter((row) =>
    wanted.every(([name, value]) => value === undefined || row[name as 'type'] === value),
  );
}

/** What the part is limited to, as labels and values: `Wallet type`, `Personal`. */
export function factsOfPart({ wallet, type, network, currency }: AnyPart): [string, string][] {
  const facts: [string, string | undefined][] = [
    ['Wallet', wallet],
    ['Wallet type', type && walletTypeLabel(type)],
    ['Network', network && networkKeyLabel(network)],
    ['Currency', currency],
  ];
  return facts.flatMap(([label, value]) => (value === undefined ? [] : [[label, value]]));
}

/** `Personal · Tron · USDT`; empty for the whole account. */
export function partLabel(part: AnyPart): string {
  return factsOfPart(part)
    .map(([label, value]) => (label === 'Wallet' ? `Wallet ${value}` : value))
    .join(' · ');
}
