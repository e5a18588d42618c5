import * as z from 'zod/mini';
import { useOutletContext } from 'react-router';
import type { QueryClient } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { type ReadRow, readRow } from '#contract/read-answer.ts';
import { getWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import {
  listWithdrawalRequests,
  type WithdrawalDetail,
  withdrawalDetail,
} from '#contract/wallet-service/withdrawals.ts';
import type { Transaction } from '#contract/wallet-service/transactions.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { call } from '#dashboard/api/client.ts';
import type { Lookup } from '#dashboard/api/lookup.ts';
import { lookUp } from '#dashboard/api/search.ts';
import type { ReadOne } from '#dashboard/list/list-row.queries.ts';
import { isOwnService } from '#dashboard/session/session.queries.ts';
import { withdrawals } from '#dashboard/entities/withdrawals/withdrawals.queries.ts';
import type { ListContext } from '#dashboard/list/list-drawer.tsx';
import { isShortened, wholeOf } from '#dashboard/lib/shortened-address.ts';
import { findTransactionsWithHash } from '#dashboard/entities/transactions/transaction-search.ts';

type Detail = ReadRow<WithdrawalDetail>;

// Read like a row of a list: one bad field costs only itself. What has none of its fields is an envelope.
const anyDetail = z
  .looseObject({})
  .check(z.refine((detail) => Object.keys(withdrawalDetail.shape).some((name) => name in detail)));
const getOne = { ...getWithdrawalRequest, data: z.object({ data: anyDetail }) } as const;

/** The detail of a request as far as it can be read. Throws ApiError. */
export const fetchWithdrawal: ReadOne<WithdrawalDetail> = async (requestId, context) => {
  const detail = await fetchDetail(requestId, context.signal);
  if (detail !== undefined) return checked(requestId, detail);
  return isOwnService(context.client) ? { state: 'absent' } : await findElsewhere(requestId, context);
};

/** Undefined where the service answers that it finds none. Throws ApiError. */
async function fetchDetail(requestId: string, signal: AbortSignal): Promise<Detail | undefined> {
  try {
    const { data } = await call(getOne, { query: { request_id: requestId } }, signal);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: read by this very schema
    return readRow(withdrawalDetail, data) as Detail;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

function checked(requestId: string, detail: Detail): Lookup<Detail> {
  const { request_id: id = requestId } = detail.value;
  return id === requestId
    ? { state: 'found', value: detail }
    : { state: 'unknown', reason: `The provider answered with another withdrawal, ${id}.` };
}

/**
 * What a provider's “not found” means: it may not have the operation at all. Where it finds another request with it, there
 * is none of this id; else the list is searched.
 */
const findElsewhere: ReadOne<WithdrawalDetail> = async (requestId, { client, signal }) => {
  const isWanted = ({ request_id: id }: Partial<WithdrawalDetail>) => id === requestId;
  const { rows } = await withdrawals.read({ ...newestFirst, limit: 25, offset: 0 }, signal);
  const listed = rows.find(({ value }) => isWanted(value));
  if (listed !== undefined) return { state: 'found', value: listed };
  const other = rows.find(({ value }) => value.request_id !== undefined)?.value.request_id;
  const isAnswering = other !== undefined && (await fetchDetail(other, signal))?.value.request_id === other;
  if (isAnswering) return { state: 'absent' };
  return await lookUp<WithdrawalDetail>({
    operation: listWithdrawalRequests,
    parameter: 'request_id',
    value: requestId,
    read: async ({ limit, offset, request_id: id }) => {
      const filter = id === undefined ? {} : { request_id: String(id) };
      return await withdrawals.read({ ...newestFirst, limit, offset, ...filter }, signal);
    },
    idOf: ({ request_id: id }) => id,
    field: 'request_id',
    isWanted,
    isTrusted: isOwnService(client),
  });
};

const newestFirst = { sort_by: 'created_at', sort_direction: 'desc' } as const;

/** How often a request that is open and on its way to an end is read again. */
export const liveEveryMs = 3_000;

/** Whether the request is on its way to an end. */
export function isMoving(status: string | undefined): boolean {
  return status === 'new' || status === 'processing';
}

/** What the page passes to a dialog about one request. */
export type WithdrawalContext = ListContext & {
  /** Where closing leads: to the drawer when that was open before, else to the list. */
  closeTo: string;
};

export function useWithdrawalContext(): WithdrawalContext {
  return useOutletContext<WithdrawalContext>();
}

type Sides = Partial<Pick<WithdrawalDetail, 'sender_wallet' | 'recipient_wallet'>>;

/** What a list shows of a request. */
export type WithdrawalRow = Partial<WithdrawalDetail> & { request_id: string };

const sides = ['sender_wallet', 'recipient_wallet'] as const;

/** The addresses of a request, those that its provider shortened completed by other records of the same payment. */
export function completeSides(
  request: Sides,
  detail: Sides | undefined,
  transactions: readonly ReadRow<Transaction>[] = [],
): Sides {
  const ofTransactions = transactions.flatMap(({ value }) => [value.sender_wallet, value.recipient_wallet]);
  const whole = (side: (typeof sides)[number]) => {
    const address = request[side];
    return isShortened(address)
      ? (wholeOf(address, [detail?.[side], ...ofTransactions]) ?? address)
      : address;
  };
  const [sender, recipient] = sides.map(whole);
  return {
    ...(sender !== undefined && { sender_wallet: sender }),
    ...(recipient !== undefined && { recipient_wallet: recipient }),
  };
}

/** How many run at once, so that a page of rows does not flood a provider. */
const taking = pLimit(3);

/** What a list's row may lack of a request, read of its detail, and of its transaction if the key may read that. */
export async function fetchFacts(
  row: WithdrawalRow,
  mayReadTransactions: boolean,
  { client, signal }: { client: QueryClient; signal: AbortSignal },
) {
  return await taking(async () => {
    const lookup = await fetchWithdrawal(row.request_id, { client, signal });
    const detail = lookup.state === 'found' ? lookup.value.value : undefined;
    let whole = completeSides(row, detail);
    if (row.hash && mayReadTransactions && sides.some((side) => isShortened(whole[side]))) {
      const { rows } = await findTransactionsWithHash(row.hash, { client, signal });
      whole = completeSides(whole, undefined, rows);
    }
    return { fee_included: detail?.fee_included, ...whole };
  });
}
