// Apart from the requests themselves, so that the dashboard does not load the operations of every page.

/** The name in `window` of what the page has requested early (`EarlyResponses` of the dashboard). */
export const earlyResponsesName = 'earlyResponses';

/** The storage key for the time of the last session change, in any tab and for any API key. */
export const sessionChangeKey = 'session-change';

/** What distinguishes a request that changes nothing from the page's others: path and query, and the body if it has one. */
export function requestName(path: string, body: string | null): string {
  return body === null ? path : `${path} ${body}`;
}
