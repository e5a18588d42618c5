import type { BodyOf, DataOf } from '#contract/operation.ts';
import { parseResponse } from '#contract/parse-response.ts';
import {
  type createWithdrawalRequest,
  getWithdrawalRequest,
} from '#contract/wallet-service/withdrawal-request.ts';
import { listWithdrawalRequests, type WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { checkAddress } from '#domain/addresses.ts';
import { parseDecimal } from '#domain/decimal.ts';
import { isNetwork } from '#domain/networks.ts';
import { ServiceError } from '#http/service-error.ts';
import type { AskService } from '../sessions/key-check.ts';

type Body = BodyOf<typeof createWithdrawalRequest>;

/**
 * The account's request under the external id of the body, in its current state, if all fields of the body are proved
 * to match it; otherwise undefined. Only reads, with the caller's own key: an incomplete or missing response proves
 * nothing.
 */
export async function findRepeated(
  ask: AskService,
  apiKey: string,
  body: Body,
): Promise<DataOf<typeof createWithdrawalRequest> | undefined> {
  try {
    const { external_id: externalId } = body;
    const query = { external_id: externalId, limit: '2' };
    const found = await ask(listWithdrawalRequests, query, apiKey);
    const list = parseResponse(listWithdrawalRequests, found.status, found.body, { query });
    // A provider may know no such filter.
    const named = list.ok ? list.data.rows.filter(({ value }) => value.external_id === externalId) : [];
    const [id, another] = named.map(({ value }) => value.request_id);
    if (id === undefined || another !== undefined) return undefined;
    const asked = await ask(getWithdrawalRequest, { request_id: id }, apiKey);
    const detail = parseResponse(getWithdrawalRequest, asked.status, asked.body, {
      query: { request_id: id },
    });
    if (!detail.ok) return undefined;
    const { data: made } = detail.data;
    return made.request_id === id && isMadeBy(body, made) ? { success: true, data: made } : undefined;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** Whether a request is proved to have been made with this very body. */
function isMadeBy(body: Body, made: WithdrawalDetail): boolean {
  const isSame = (one: string | undefined, other: string | undefined) => {
    const [a, b] = [canonical(body.network, one), canonical(body.network, other)];
    return a !== undefined && a === b;
  };
  return (
    made.external_id === body.external_id &&
    made.network.toLowerCase() === body.network &&
    made.currency === body.currency &&
    made.amount === parseDecimal(body.amount) &&
    made.fee_included === body.fee_included &&
    made.sender === body.sender &&
    (made.comment ?? '') === (body.comment ?? '') &&
    isSame(made.recipient_wallet, body.recipient_wallet) &&
    (body.sender === 'exchange' || isSame(made.sender_wallet, body.sender_wallet))
  );
}

/** Undefined for what isn’t a whole address of the network, as one that a provider shortened. */
function canonical(network: string, text = ''): string | undefined {
  const check = isNetwork(network) ? checkAddress(network, text.trim()) : undefined;
  return check?.ok === true ? check.address : undefined;
}
