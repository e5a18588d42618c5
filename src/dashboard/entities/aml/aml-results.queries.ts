import { queryOptions } from '@tanstack/react-query';
import { findAmlResults, MOST_LOOKED_UP } from '#contract/gateway/aml-results.ts';
import { notFoundLabel } from '#domain/aml/not-found.ts';
import { amlNetworks } from '#domain/networks.ts';
import { parseTimestamp, toDate } from '#domain/time.ts';
import type { ReadDataOf } from '#contract/read-answer.ts';
import type { BookEntry } from '#contract/gateway/address-book.ts';
import type { Transaction } from '#contract/wallet-service/transactions.ts';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import type { WithdrawalRequest } from '#contract/wallet-service/withdrawals.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { formOf } from '#dashboard/lib/explorers.ts';

const DAY_MS = 24 * 3_600_000;

export type KnownResult = ReadDataOf<typeof findAmlResults>['results'][number];

type Waiting = {
  network: string;
  value: string;
  resolve: (result: KnownResult) => void;
  reject: (error: unknown) => void;
};

let waiting: Waiting[] = [];

/** Batches all lookups of the same moment into as few requests as possible. */
async function findResult(network: string, value: string): Promise<KnownResult> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(askAll);
    waiting.push({ network, value, resolve, reject });
  });
}

function askAll(): void {
  const all = waiting;
  waiting = [];
  for (let from = 0; from < all.length; from += MOST_LOOKED_UP)
    void ask(all.slice(from, from + MOST_LOOKED_UP));
}

async function ask(some: readonly Waiting[]): Promise<void> {
  try {
    const subjects = some.map(({ network, value }) => ({ network, value }));
    const { results } = await call(findAmlResults, { body: { subjects } });
    for (const [index, { resolve, reject }] of some.entries()) {
      const result = results[index];
      if (result === undefined) reject(new Error('The response doesn’t mention it.'));
      else resolve(result);
    }
  } catch (error) {
    for (const { reject } of some) reject(error);
  }
}

/** Whether there can be a check of it at all. */
export function canBeChecked(network: string | undefined): boolean {
  return amlNetworks.some((known) => known === network?.toLowerCase());
}

/** Whether starting a check would only return the running one, or a report that isn't older than this many days. */
export function isFreeOfCharge(
  { is_running: isRunning, last }: KnownResult,
  recentDays: number | undefined,
  now: number,
): boolean {
  const ended = parseTimestamp(last?.ended_at ?? '')?.instant;
  if (isRunning) return true;
  if (ended === undefined || recentDays === undefined) return false;
  return recentDays > 0 && now - toDate(ended).getTime() <= recentDays * DAY_MS;
}

/** A short reason for a rating; undefined if the score decides it. */
export function reasonOf(
  last: NonNullable<KnownResult['last']>,
  network: string | undefined,
): string | undefined {
  return notFoundLabel({ is_not_found: last.is_not_found, network }) ?? last.decisive_category ?? undefined;
}

/** What is known of an address or a transaction of a network. */
export function amlResult(network: string, value: string) {
  return queryOptions({
    queryKey: keyOf(findAmlResults, { network, value }),
    queryFn: () => findResult(network.toLowerCase(), value),
    staleTime: 60_000,
  });
}

/** What is known of the subjects, by `subjectKey`. Asked again when a check of the account has changed. */
export function resultsOf(subjects: readonly AskedSubject[]) {
  return queryOptions({
    queryKey: keyOf(findAmlResults, { subjects }),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, KnownResult>> => {
      const known = new Map<string, KnownResult>();
      for (let from = 0; from < subjects.length; from += MOST_LOOKED_UP) {
        const some = subjects.slice(from, from + MOST_LOOKED_UP);
        const { results } = await call(findAmlResults, { body: { subjects: some } }, signal);
        for (const [index, result] of results.entries()) {
          const subject = some[index];
          if (subject !== undefined) known.set(subjectKey(subject), result);
        }
      }
      return known;
    },
    staleTime: 60_000,
  });
}

/** What the results of a subject can be asked with. */
export type AskedSubject = { value: string; network: string };

/** The same for the same address, however a list writes it. */
export function subjectKey({ value = '', network = '' }: RowSubject): string {
  const address = value.startsWith('0x') ? value.toLowerCase() : value;
  return `${network.toLowerCase()}:${address}`;
}

/** Addresses to look others up in. Those of one network alone differ by more than capitals. */
export function ownAddresses(addresses: Iterable<string>): ReadonlySet<string> {
  return new Set([...addresses].map((address) => address.toLowerCase()));
}

/**
 * The subjects that can have a result, each once and in the same order whatever the order of the rows: without the
 * account's own wallets if they are given, labels, and what the provider shortened.
 */
export function askable(subjects: readonly RowSubject[], own?: ReadonlySet<string>): AskedSubject[] {
  const found = new Map<string, AskedSubject>();
  for (const { value, network } of subjects) {
    if (value === undefined || network === undefined || !canBeChecked(network)) continue;
    if (formOf(value) !== 'whole' || own?.has(value.toLowerCase()) === true) continue;
    found.set(subjectKey({ value, network }), { value, network: network.toLowerCase() });
  }
  return [...found.keys()].toSorted().flatMap((key) => found.get(key) ?? []);
}

/** The value in a row's address field, and the network that it is on. */
export type RowSubject = { value: string | undefined; network: string | undefined };

/** Which address of a list's rows AML checks are about. */
export type ListSubjects<T extends object = object> = {
  subjectOf: (row: Partial<T>) => RowSubject;
  /** The account's own wallets are left out, because the check is about the counterparty. */
  isForeign: boolean;
};

/** The counterparty of a transaction: who sent the inflow, or received the outflow. */
export const counterparties: ListSubjects<Transaction> = {
  subjectOf: ({ direction, sender_wallet: sender, recipient_wallet: recipient, network }) => ({
    value: direction === 'in' ? sender : recipient,
    network,
  }),
  isForeign: true,
};

/** The recipient of a withdrawal. */
export const recipients: ListSubjects<WithdrawalRequest> = {
  subjectOf: ({ recipient_wallet: value, network }) => ({ value, network }),
  isForeign: true,
};

/** The row's own address, for wallets and the address book. */
export const ownAddress: ListSubjects<Wallet | BookEntry> = {
  subjectOf: ({ address: value, network }) => ({ value, network }),
  isForeign: false,
};
