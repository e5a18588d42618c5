import * as z from 'zod/mini';
import { amlStates } from './aml-check.ts';

/**
 * Server-sent events, to a session that may read transactions, about a second after what they announce. Ends with the
 * session. 429 if the session has as many streams already as it may: then the page polls. One can come twice.
 */
export const liveEventsPath = '/console/live-events';

/** The most streams a session can have open, at each process: a browser has six connections in all. */
export const MOST_STREAMS = 3;

/** An AML check of the account that changed. */
const checkChange = z.object({ id: z.string(), state: z.enum(amlStates) });

export type CheckChange = z.output<typeof checkChange>;

/**
 * The kinds of event, by the name that they have in the stream. `check`: its data is the JSON text of a `checkChange`.
 * `movement`: the provider says that funds of the account have moved, once for all that it says at a time.
 */
export const liveEventKinds = ['check', 'movement'] as const;

export type LiveEventKind = (typeof liveEventKinds)[number];
