import { isDecimal, parseDecimal } from '#domain/decimal.ts';
import { isSameAddress } from '#domain/look-alike.ts';
import { listWithdrawalRequests, type WithdrawalRequest } from '#contract/wallet-service/withdrawals.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { call } from '#dashboard/api/client.ts';
import { isShortened, wholeOf } from '#dashboard/lib/shortened-address.ts';
import type { WithdrawalBody } from './withdrawal-fields.ts';

type Found = Partial<WithdrawalRequest>;

/** The account's request with exactly this external id; undefined if there is none. Throws ApiError. */
export async function findRequest(externalId: string, signal?: AbortSignal): Promise<Found | undefined> {
  const { rows } = await call(
    listWithdrawalRequests,
    { query: { external_id: externalId, limit: 2 } },
    signal,
  );
  // A provider may know no such filter.
  return rows.find(({ value }) => value.external_id === externalId)?.value;
}

/** Whether the request is the one that was sent, as far as its fields show. */
export function isRequestOf(body: WithdrawalBody, found: Found): boolean {
  const recipient = found.recipient_wallet;
  const isRecipient =
    recipient === undefined ||
    isSameAddress(recipient, body.recipient_wallet) ||
    (isShortened(recipient) && wholeOf(recipient, [body.recipient_wallet]) !== undefined);
  return (
    isRecipient &&
    (found.currency === undefined || found.currency === body.currency) &&
    (found.network === undefined || found.network.toLowerCase() === body.network) &&
    (found.amount === undefined || !isDecimal(found.amount) || found.amount === parseDecimal(body.amount))
  );
}

/** Whether the request may exist despite the error: there was no response, or an undocumented one. */
export function isUnanswered(error: Error): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.isOutcomeUnknown || error.kind === 'unreachable' || error.kind === 'unreadable';
}
