export const withdrawalsPath = '/withdrawals';
export const newWithdrawalPath = '/withdrawals/new';
export const importWithdrawalsPath = '/withdrawals/import';
/** Those whose outcome is unknown. */
export const unconfirmedWithdrawalsPath = '/withdrawals/unconfirmed';

/** The page of one withdrawal request, or of what can be done with it. */
export function withdrawalPath(requestId: string, action?: 'delete'): string {
  const path = `${withdrawalsPath}/${encodeURIComponent(requestId)}`;
  return action === undefined ? path : `${path}/${action}`;
}
