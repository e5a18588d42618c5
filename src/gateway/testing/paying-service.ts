import type { DataOf } from '#contract/operation.ts';
import {
  createWithdrawalRequest,
  getWithdrawalRequest,
} from '#contract/wallet-service/withdrawal-request.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { decimal } from '#domain/decimal.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import { makeTinyService, type TinyService } from './gateway-harness.ts';

type PaidRequest = DataOf<typeof createWithdrawalRequest>['data'];

/** A wallet service that pays every request, as often as it is asked, and records what it has paid. */
export type PayingService = TinyService & { paid: PaidRequest[] };

export function payingService(...keys: string[]): PayingService {
  const tiny = makeTinyService(...keys);
  const paid: PaidRequest[] = [];
  return {
    ...tiny,
    paid,
    register: (scope) => {
      tiny.register(scope);
      const host: Host<unknown> = { app: scope, authorize: async () => undefined };
      serve(host, createWithdrawalRequest, async ({ body }) => {
        const at = '2026-01-02T03:04:05.000Z';
        const { amount, comment = '', sender_wallet = 'exchange', ...others } = body;
        const made = { ...others, amount: decimal(amount), fee: decimal('0'), comment, sender_wallet };
        const id = `wd_${paid.length + 1}`;
        const data = { ...made, request_id: id, status: 'new', created_at: at, updated_at: at };
        paid.push(data);
        return { success: true, data };
      });
      serve(host, listWithdrawalRequests, async ({ query: { external_id: id, limit, offset } }) => {
        const rows = paid.filter((one) => one.external_id === id);
        return { success: true, meta: { limit, offset, total: rows.length }, data: rows.map(whole) };
      });
      serve(host, getWithdrawalRequest, async ({ query }) => {
        const found = paid.find((one) => one.request_id === query.request_id);
        if (found === undefined) throw new ServiceError(404, 'No such request');
        return { success: true, data: whole(found) };
      });
    },
  };
}

function whole(request: PaidRequest) {
  return { ...request, transaction_status: null, hash: null };
}
