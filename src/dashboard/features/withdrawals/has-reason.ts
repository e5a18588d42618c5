/** The statuses in which a request has a reason. */
export function hasReason(status: string | undefined): boolean {
  return status === 'rejected' || status === 'error';
}
