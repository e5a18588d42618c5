import {
  sumExchangeTransactions,
  sumMovements,
  sumTransactions,
  sumWithdrawalRequests,
} from '#contract/gateway/list-sums.ts';
import type { AskedQuery } from '#contract/asked-query.ts';
import type { BodyOf, DataOf } from '#contract/operation.ts';
import { readRow } from '#contract/read-answer.ts';
import { exchangeTransaction, listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import { listTransactions, transaction } from '#contract/wallet-service/transactions.ts';
import { listWithdrawalRequests, withdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { isDecimal } from '#domain/decimal.ts';
import { sumRules } from '#domain/list-sums.ts';
import { addMovement, type MovementTotals, noMovement, spanOf } from '#domain/movements.ts';
import { instantFromDate, parseTimestamp, toDate } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import type { FastifyRequest } from 'fastify';
import { requireSession, type SessionOf } from './caller.ts';
import type { SignedIn } from './console-host.ts';
import type { ListSums } from './gateway-deps.ts';
import { ownSums } from './own-sums.ts';
import type { Unreadable } from './whole-lists/read-whole-list.ts';
import type { Owner } from './whole-lists/whole-lists.ts';
import {
  matchingOf,
  readRows,
  type RemoteLists,
  stillCounts,
  type SummedList,
  sumWholeList,
} from './whole-lists/sum-whole-list.ts';

type Deps = {
  /** Undefined with a remote wallet service. */
  sums: ListSums | undefined;
  /** Undefined with our own. */
  remote: RemoteLists | undefined;
  sessionOf: SessionOf;
};

export function registerListSumsRoutes(host: Host<SignedIn>, { sums, remote, sessionOf }: Deps): void {
  const ownerOf = (request: FastifyRequest): Owner => requireSession(request, { sessionOf });

  const sumRemote = async (list: SummedList, query: AskedQuery, request: FastifyRequest) => {
    if (remote === undefined) return none;
    const sum = await sumWholeList(list, query, ownerOf(request), remote);
    return sum.kind === 'summed' ? { found: sum.found, unreadable_reason: null } : unsummed(sum);
  };

  serve(host, sumTransactions, async ({ query, caller, request }) => {
    if (sums !== undefined) return ownSums(await sums.transactions(caller.accountId, query));
    const rules = sumRules.transactions;
    return await sumRemote({ operation: listTransactions, schema: transaction, rules }, query, request);
  });

  serve(host, sumExchangeTransactions, async ({ query, caller, request }) => {
    if (sums !== undefined) return ownSums(await sums.exchanges(caller.accountId, query));
    const list = {
      operation: listExchangeTransactions,
      schema: exchangeTransaction,
      rules: sumRules.exchanges,
    };
    return await sumRemote(list, query, request);
  });

  serve(host, sumWithdrawalRequests, async ({ query, caller, request }) => {
    if (sums !== undefined) return ownSums(await sums.withdrawals(caller.accountId, query));
    // Some providers' rows say who pays the fee.
    const schema = withdrawalDetail;
    const list = { operation: listWithdrawalRequests, schema, rules: sumRules.withdrawals };
    return await sumRemote(list, query, request);
  });

  serve(host, sumMovements, async ({ body, caller, request }) => {
    if (sums !== undefined) {
      const spans = await sums.movements(caller.accountId, body);
      return { found: { spans, unreadable: 0, whole: null }, unreadable_reason: null };
    }
    return remote === undefined ? none : await sumRemoteMovements(body, ownerOf(request), remote);
  });
}

const none = { found: null, unreadable_reason: null };

function unsummed({ reason }: Unreadable) {
  return { found: null, unreadable_reason: reason };
}

/** The movement up to now, or as of the last reading of the provider's list if that is recent enough. */
async function sumRemoteMovements(
  { currency, starts, until }: BodyOf<typeof sumMovements>,
  owner: Owner,
  remote: RemoteLists,
): Promise<DataOf<typeof sumMovements>> {
  const from = starts[0] ?? until;
  const query = { currency, status: 'completed', created_from: from, created_to: until };
  const read = await readRows(listTransactions, owner, remote, (known) => ({
    // No day is missing as a whole.
    notBefore: toDate(starts.at(-1) ?? until).getTime(),
    stillHolds: stillCounts(listTransactions, query, known),
  }));
  if (read.kind === 'unreadable') return unsummed(read);
  // Rows that came while the list was read are only some of those that are there by now.
  const readAt = instantFromDate(new Date(read.list.readAt));
  const matching = matchingOf(
    listTransactions,
    { ...query, created_to: readAt < until ? readAt : until },
    read,
  );
  if (matching.kind === 'unreadable') return unsummed(matching);
  const spans: MovementTotals[] = starts.map(() => noMovement);
  let unreadable = 0;
  for (const source of matching.sources) {
    const { direction, amount, created_at: createdAt } = readRow(transaction, source).value;
    const at = typeof createdAt === 'string' ? parseTimestamp(createdAt)?.instant : undefined;
    const index = at === undefined ? -1 : spanOf(starts, at);
    const span = spans[index];
    const isAmount = typeof amount === 'string' && isDecimal(amount);
    if (span === undefined || !isAmount || (direction !== 'in' && direction !== 'out')) unreadable += 1;
    else spans[index] = addMovement(span, { direction, amount });
  }
  return { found: { spans, unreadable, whole: matching.whole }, unreadable_reason: null };
}
