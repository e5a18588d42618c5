import { ignoredParameters } from './check-answer.ts';
import type { Operation } from './operation.ts';
import { type Asked, type ReadAnswer, readResponse } from './read-answer.ts';

/** Reads the answer of a service that may differ from the contract, and checks a list's rows against its query. */
export function parseResponse<O extends Operation>(
  operation: O,
  status: number,
  body: string,
  asked: Asked,
): ReadAnswer<O> {
  return readResponse(operation, { status, body }, asked, ignoredParameters);
}
