/** What decides how a page is drawn that the server sends: there, and in the browser until it has taken the page over. */
export type Drawing = {
  /** The moment that the page shows, in milliseconds since 1970 by the server's clock: time stands meanwhile. */
  at: number;
  /** The IANA name of the zone that its times are in. Undefined: what the person chose. */
  iana?: string;
};

let current: () => Drawing | undefined = () => undefined;

/** What the page that is being drawn is drawn with. Undefined: the time of now, and what the person chose. */
export const drawing = (): Drawing | undefined => current();

/** Sets what `drawing` gives. A browser takes a page over only if it reads and draws with the same as the server. */
export function drawAs(find: () => Drawing | undefined): void {
  current = find;
}
