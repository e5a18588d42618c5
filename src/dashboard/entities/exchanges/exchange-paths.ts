export const exchangesPath = '/exchanges';

/** The page of one exchange. */
export function exchangePath(transactionId: string): string {
  return `${exchangesPath}/${encodeURIComponent(transactionId)}`;
}
