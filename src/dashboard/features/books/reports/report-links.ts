import type { EntryPlace, PostingKind } from '#domain/ledger-entries.ts';
import { ledgerEntriesPath } from '#dashboard/entities/books/own-ledger.ts';
import { momentBefore } from '#dashboard/lib/zoned-time.ts';
import { transactionsPath } from '#dashboard/entities/transactions/transactions.queries.ts';
import type { Moments } from '#domain/reports/report.ts';

type EntryQuery = { place: EntryPlace; kind?: PostingKind; network?: string; currency: string };

/** The ledger entries of a figure, by booking time. */
export function entriesLink(query: EntryQuery, { from, to }: Moments): string {
  return ledgerEntriesPath({ ...query, booked_from: from, booked_to: momentBefore(to) });
}

type Pair = { network_from: string; currency_from: string; network_to: string; currency_to: string };

/** The exchanges of a pair. They are booked the moment they are created. */
export function exchangesLink(
  { network_from, currency_from, network_to, currency_to }: Pair,
  { from, to }: Moments,
): string {
  const pair = { network_from, currency_from, network_to, currency_to };
  return `/exchanges?${search({ ...pair, status: 'completed', created_from: from, created_to: momentBefore(to) })}`;
}

type Party = { counterparty: string; network: string; currency: string };

/** The completed transactions of an address, by creation time. Undefined for what can't be searched for. */
export function transactionsLink(
  { counterparty, network, currency }: Party,
  { from, to }: Moments,
  direction?: 'in' | 'out',
): string | undefined {
  if (counterparty.length < 3) return undefined;
  return `${transactionsPath}?${search({
    search: counterparty,
    network,
    currency,
    ...(direction && { direction }),
    status: 'completed',
    created_from: from,
    created_to: momentBefore(to),
  })}`;
}

function search(query: Record<string, string>): string {
  return new URLSearchParams(query).toString();
}
