/** What decides how a page is drawn that the server sends: there, and in the browser until it has taken the page over. */
export type Drawing = {
  /** The moment that the page shows, in milliseconds since 1970 by the server's clock: time stands meanwhile. */
  at: number;
  /** The IANA name of the zone that its times are in. Undefined: what the person chose. */
  iana?: string;
};

/** What the code that runs now draws; undefined where nothing is drawn for a moment of its own. */
export let drawing: () => Drawing | undefined = () => undefined;

/** Has the page drawn as `find` says: both the server and the browser read and draw the same only with the same. */
export function drawAs(find: typeof drawing): void {
  drawing = find;
}
