import type { RequestExample } from '#contract/wallet-service/describe.ts';
import type { TestService } from '../testing.ts';

export type Sent = Pick<RequestExample, 'query' | 'body'>;

/**
 * Prepares the service for the documented response, and returns the request to send; without one, the first documented
 * request is sent. The account has the document's example wallets.
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
