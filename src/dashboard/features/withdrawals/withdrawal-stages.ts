import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';

/** Something that has happened to a request, as far as the service says so. */
export type Stage = {
  name: 'requested' | 'transaction' | 'change';
  /** When, in the service's words; missing where it does not say. */
  at?: string | undefined;
  /** The status of the request, or of its transaction, at that time; missing if only the record itself is proof. */
  status?: string | undefined;
};

type RequestFields = Partial<
  Pick<WithdrawalDetail, 'created_at' | 'updated_at' | 'status' | 'transaction_status' | 'hash'>
>;

/**
 * What the fields of a request prove to have happened, in its order: nothing is added that a request of its kind
 * would have come through. `sentAt`: when its transaction came to be, where that was found.
 */
export function stagesOf(request: RequestFields, sentAt?: string): Stage[] {
  const { created_at: createdAt, updated_at: updatedAt, transaction_status: transaction, hash } = request;
  const hasTransaction = Boolean(hash) || Boolean(transaction);
  const hasChanged = updatedAt !== undefined && updatedAt !== createdAt;
  return [
    ...(createdAt === undefined ? [] : [{ name: 'requested', at: createdAt } as const]),
    ...(hasTransaction
      ? [{ name: 'transaction', at: sentAt, status: transaction ?? undefined } as const]
      : []),
    ...(hasChanged ? [{ name: 'change', at: updatedAt, status: request.status } as const] : []),
  ];
}
