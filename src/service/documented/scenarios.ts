import type { RequestExample } from '../../openapi/docs/doc-types.ts';
import type { TestService } from '../testing.ts';

export type Sent = Pick<RequestExample, 'query' | 'body'>;

/**
 * Brings the service to where it gives the documented answer, and gives the request to send; without one,
 * the first request that is documented is sent. The account has the document's example wallets.
 */
export type Scenario = (service: TestService) => Promise<Sent | void>;

/** Scenarios by operation, then by the name of the documented example. */
export type Scenarios = Readonly<Record<string, Readonly<Record<string, Scenario>>>>;

/** The documented request, sent to a service where nothing more than the wallets is. */
export const asDocumented: Scenario = async () => {};

/** This request, sent to a service where nothing more than the wallets is. */
export function sending(request: Sent): Scenario {
  return async () => request;
}
