import { useMutation } from '@tanstack/react-query';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { useRefresh } from '#dashboard/api/changes.ts';
import { call } from '#dashboard/api/client.ts';
import { dropDraft } from './draft.ts';
import type { WithdrawalBody } from './fields.ts';

/** Asks for a withdrawal; gives the first one under its external id. Throws ApiError. */
export async function sendWithdrawal(body: WithdrawalBody) {
  return (await call(createWithdrawalRequest, { body })).data;
}

/** Sends a request. Sent again with the same body, it is the same request. */
export function useCreateWithdrawal() {
  return useMutation({
    ...useRefresh(createWithdrawalRequest),
    mutationFn: async (body: WithdrawalBody) => {
      const made = await sendWithdrawal(body);
      // Answered, though nobody may be on the page any more.
      dropDraft();
      return made;
    },
  });
}
