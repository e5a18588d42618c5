import {
  createWithdrawalRequest,
  deleteWithdrawalRequest,
  getWithdrawalRequest,
} from '#contract/wallet-service/withdrawal-request.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import type { ServiceHost } from '../service-host.ts';
import { parseOrder } from './check-withdrawal.ts';
import { createRequest } from './create-withdrawal.ts';
import { deleteRequest } from './delete-withdrawal.ts';
import { findRequest, listRequests, toRequestResponse } from './withdrawals.store.ts';

export type WithdrawalSettings = {
  /** How long a request stays `new`, so that a person can still delete it. */
  delaySeconds?: number;
  /** Called when a request was made, to wake the worker that carries it out. */
  onCreated?: () => void;
};

const defaultDelaySeconds = 30;

export function registerWithdrawals(host: ServiceHost, settings: WithdrawalSettings = {}): void {
  const { db } = host;
  const { delaySeconds = defaultDelaySeconds, onCreated } = settings;

  serve(host, listWithdrawalRequests, async ({ query, caller: { accountId } }) => {
    const { count, rows } = await listRequests(db, accountId, query);
    const { limit, offset } = query;
    return { success: true, data: rows.map(toRequestResponse), meta: { limit, offset, total: count } };
  });

  serve(host, getWithdrawalRequest, async ({ query, caller: { accountId } }) => {
    const request = await findRequest(db, accountId, query.request_id);
    if (request === undefined) throw unknownRequest();
    return { success: true, data: toRequestResponse(request) };
  });

  serve(host, createWithdrawalRequest, async ({ body, caller: { accountId } }) => {
    const request = await createRequest(db, accountId, parseOrder(body), delaySeconds);
    onCreated?.();
    return { success: true, data: toRequestResponse(request) };
  });

  serve(host, deleteWithdrawalRequest, async ({ body, caller: { accountId } }) => {
    const { request_id } = body;
    const deletion = await deleteRequest(db, accountId, request_id);
    if (deletion.outcome === 'unknown') throw unknownRequest();
    if (deletion.outcome === 'refused') {
      throw new ServiceError(
        400,
        `The withdrawal is ${deletion.status}. Only new withdrawals can be deleted`,
      );
    }
    return { success: true, data: { request_id, deleted: true } };
  });
}

function unknownRequest(): ServiceError {
  return new ServiceError(404, 'Withdrawal not found. It may have been deleted');
}
