/** What asking a service for one thing has shown. */
export type Lookup<T> =
  | { state: 'found'; value: T }
  /** Proved: the service has no such thing. */
  | { state: 'absent' }
  /** `reason`: a sentence that says why it is unknown. */
  | { state: 'unknown'; reason: string };

/** What a page shows of one thing: what was found or, if that is unknown, what a list has shown of it. */
export type Shown<T> = { lookup: Lookup<T>; row: T | undefined };

/** `listed`: what is known of it from elsewhere. */
export function shownOf<T>(lookup: Lookup<T>, listed: T | undefined): Shown<T> {
  if (lookup.state === 'found') return { lookup, row: lookup.value };
  return { lookup, row: lookup.state === 'unknown' ? listed : undefined };
}
