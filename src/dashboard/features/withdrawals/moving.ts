/** How often a request that is open and on its way to an end is read again. */
export const liveEveryMs = 3_000;

/** Whether the request is on its way to an end. */
export function isMoving(status: string | undefined): boolean {
  return status === 'new' || status === 'processing';
}
