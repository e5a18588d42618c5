/**
 * The cookie by which the browser tells the server its time zone, an IANA name, so that a page comes with its times. It
 * says nothing else about the user.
 */
export const timeZoneCookie = 'time-zone';

/** The server replaces it with a fresh nonce in every page that it sends. */
export const noncePlaceholder = '__CSP_NONCE__';
