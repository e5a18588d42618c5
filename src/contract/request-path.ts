import { type AskedQuery, withoutDefaults } from './asked-query.ts';
import type { Operation } from './operation.ts';

// What isn’t Unicode text cannot be encoded.
const encode = (text: string) => encodeURIComponent(text.toWellFormed());

/** Path and query by which an operation is requested, always the same for the same query. */
export function requestPath(operation: Operation, query: AskedQuery = {}): string {
  // Leaves out the contract's defaults, because a provider may refuse a parameter that it doesn't know.
  const parameters = Object.entries(withoutDefaults(operation, query));
  const text = parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return text === '' ? operation.path : `${operation.path}?${text}`;
}
