import * as z from 'zod/mini';
import { amlStates } from './aml-library.ts';

// What the gateway answers beside operations: files and a stream, to a session that may read transactions.

/** The answer that a report came in, byte for byte, as a file; `?id=` of a finished check. */
export const amlReportPath = '/console/aml/report';
/** The report's PDF, as a file; `?id=` of a check that has one. */
export const amlPdfPath = '/console/aml/pdf';

/**
 * Server-Sent Events, each the JSON text of an `amlEvent`, about a second after the change. Ends with the session. 429
 * if the session has as many streams already as it may: then the page polls for activity.
 */
export const amlEventsPath = '/console/aml/events';

/** So many streams of events a session can have open, at each process: a browser has six connections in all. */
export const MOST_STREAMS = 3;

/** A check of the account that changed. One can come twice. */
const amlEvent = z.object({ id: z.string(), state: z.enum(amlStates) });

export type AmlEvent = z.output<typeof amlEvent>;
