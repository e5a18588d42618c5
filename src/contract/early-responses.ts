// Apart from the requests themselves, so that the dashboard does not load the operations of every page.

/** The name in `window` of what the page has requested early (`EarlyResponses` of the dashboard). */
export const earlyResponsesName = 'earlyResponses';

/** Where the storage says how the session last changed, in whichever tab; of nobody in particular. */
export const sessionChangeKey = 'session-change';
