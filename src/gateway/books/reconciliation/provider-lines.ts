import type * as z from 'zod/mini';
import type { UnreadableReason } from '#contract/gateway/whole-list.ts';
import type { Operation } from '#contract/operation.ts';
import { readRow } from '#contract/read-answer.ts';
import { exchangeTransaction, listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import { listTransactions, transaction } from '#contract/wallet-service/transactions.ts';
import { listWithdrawalRequests, withdrawalRequest } from '#contract/wallet-service/withdrawals.ts';
import {
  lineOfTransaction,
  linesOfExchange,
  type ListLine,
  type RequestIds,
} from '#domain/reconciliation/list-lines.ts';
import { addMs, type Instant, lastMomentOfMillisecond, parseTimestamp, toDate } from '#domain/time.ts';
import { ServiceError } from '#http/service-error.ts';
import { matchingOf, readRows, type RemoteLists } from '../../whole-lists/sum-whole-list.ts';
import type { Owner } from '../../whole-lists/whole-lists.ts';

type Period = { from: Instant; to: Instant };

/**
 * What completed transactions and exchanges of a remote provider moved, by the time of their creation: its lists take the
 * place of the ledger, which it shows to no one. Rows that aren’t as documented are left out and counted. Throws a failure
 * that says so if a list can’t be read whole.
 */
export async function readProviderLines(
  period: Period,
  owner: Owner,
  remote: RemoteLists,
): Promise<{ lines: ListLine[]; unreadable: number }> {
  const transactions = await readCompleted('transactions', listTransactions, period, owner, remote);
  const exchanges = await readCompleted('exchanges', listExchangeTransactions, period, owner, remote);
  const requests = await readRequests(owner, remote);
  const lines: ListLine[] = [];
  let unreadable = 0;
  for (const source of transactions) {
    const row = wholeRow(transaction, source);
    const at = row && parseTimestamp(row.created_at)?.instant;
    if (row === undefined || at === undefined) unreadable += 1;
    else {
      const request = row.direction === 'out' ? requests.get(row.hash) : undefined;
      lines.push(lineOfTransaction({ ...row, at }, request));
    }
  }
  for (const source of exchanges) {
    const row = wholeRow(exchangeTransaction, source);
    const at = row && parseTimestamp(row.created_at)?.instant;
    if (row === undefined || at === undefined) unreadable += 1;
    else lines.push(...linesOfExchange({ ...row, at }));
  }
  return { lines, unreadable };
}

/** Rows as the provider wrote them. */
async function readCompleted(
  name: string,
  operation: Operation,
  { from, to }: Period,
  owner: Owner,
  remote: RemoteLists,
): Promise<readonly unknown[]> {
  const read = await readRows(operation, owner, remote, () => ({ notBefore: toDate(to).getTime() }));
  if (read.kind === 'unreadable') throw incomplete(name, read.reason);
  const query = {
    status: 'completed',
    created_from: from,
    created_to: lastMomentOfMillisecond(addMs(to, -1)),
  };
  const matching = matchingOf(operation, query, read);
  if (matching.kind === 'unreadable') throw incomplete(name, matching.reason);
  return matching.sources;
}

const reasons = {
  too_long: 'it has too many rows',
  no_pages: 'the provider returns only the first ones',
  changing: 'it kept changing. Try again in a moment',
  failed: 'the provider didn’t answer. Try again in a moment',
  unclear: 'some rows don’t show whether they belong to the period',
} as const satisfies Record<UnreadableReason, string>;

function incomplete(name: string, reason: UnreadableReason): ServiceError {
  return new ServiceError(
    409,
    `A file can only be compared with complete lists. We couldn’t read all ${name}: ${reasons[reason]}.`,
  );
}

/** The IDs of requests, by the hash of the transaction that paid them: as far as the provider’s list tells. */
async function readRequests(owner: Owner, remote: RemoteLists): Promise<Map<string, RequestIds>> {
  const read = await readRows(listWithdrawalRequests, owner, remote, () => ({ notBefore: 0 }));
  if (read.kind === 'unreadable') return new Map();
  const requests = new Map<string, RequestIds>();
  for (const { source } of read.list.rows) {
    const row = wholeRow(withdrawalRequest, source);
    if (typeof row?.hash !== 'string' || row.hash === '') continue;
    requests.set(row.hash, { request_id: row.request_id, external_id: row.external_id });
  }
  return requests;
}

/** Undefined for a row that isn’t as documented. */
function wholeRow<S extends z.ZodMiniObject>(schema: S, source: unknown): z.output<S> | undefined {
  const { isWhole, value } = readRow(schema, source);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: it was decoded by this schema.
  return isWhole ? (value as z.output<S>) : undefined;
}
