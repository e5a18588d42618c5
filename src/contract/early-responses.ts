// Apart from the requests themselves, so that the dashboard does not load the operations of every page.

import { ownServiceHeader } from './gateway/own-service.ts';

/** The name in `window` of what the page has requested early (`EarlyResponses` of the dashboard). */
export const earlyResponsesName = 'earlyResponses';

/** The storage key for the time of the last session change, in any tab and for any API key. */
export const sessionChangeKey = 'session-change';

/**
 * The attributes of a script element that holds a response the server drew the page with: what it answers, as
 * `requestName` says, and the headers among `givenHeaders`, as JSON.
 */
export const givenResponse = { request: 'data-response', headers: 'data-headers' } as const;

/** What the dashboard reads of a response beside its text. */
export const givenHeaders: readonly string[] = ['date', ownServiceHeader];

/** What distinguishes a request that changes nothing from the page's others: path and query, and the body if it has one. */
export function requestName(path: string, body: string | null): string {
  return body === null ? path : `${path} ${body}`;
}
