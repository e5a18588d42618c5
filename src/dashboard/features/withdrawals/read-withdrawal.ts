import * as z from 'zod/mini';
import { type ReadRow, readRow } from '#contract/read-answer.ts';
import { getWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { type WithdrawalDetail, withdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';

// Read like a row of a list: one bad field costs only itself.
const getOne = { ...getWithdrawalRequest, data: z.object({ data: z.looseObject({}) }) } as const;

/** The detail of a request as far as it can be read, or null where the account has none such. Throws ApiError. */
export async function readWithdrawal(
  requestId: string,
  signal?: AbortSignal,
): Promise<ReadRow<WithdrawalDetail> | null> {
  try {
    const { data } = await call(getOne, { query: { request_id: requestId } }, signal);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: read by this very schema
    return readRow(withdrawalDetail, data) as ReadRow<WithdrawalDetail>;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'not_found') return null;
    throw error;
  }
}
