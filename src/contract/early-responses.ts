// Apart from the requests themselves, so that the dashboard does not load the operations of every page.

/** The name in `window` of what the page has requested early (`EarlyResponses` of the dashboard). */
export const earlyResponsesName = 'earlyResponses';

/** The storage key for the time of the last session change, in any tab and for any API key. */
export const sessionChangeKey = 'session-change';
