// Apart from the requests themselves, so that the dashboard does not load the operations of every page.

/** The name in `window` of what the page has requested early (`EarlyResponses` of the dashboard). */
export const earlyResponsesName = 'earlyResponses';

/** Where the storage says when the session last changed, in whichever tab and for whichever key. */
export const sessionChangeKey = 'session-change';
