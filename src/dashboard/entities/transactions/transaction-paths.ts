export const transactionsPath = '/transactions';

/** The page of one transaction. */
export function transactionPath(transactionId: string): string {
  return `${transactionsPath}/${encodeURIComponent(transactionId)}`;
}
