import { afterEach, beforeEach } from 'vitest';
import type { TestDatabase } from '#database/testing.ts';
import type { RemoteProvider } from '../gateway-deps.ts';
import { type RunningGateway, setUpGateways } from './gateway-harness.ts';
import type { Answer } from './http-client.ts';
import { type StandInProvider, startStandInProvider } from './stand-in-provider.ts';

type Options = Partial<RemoteProvider>;

/** A simulated provider for each test, and gateways in front of it. */
export type RemoteGateways = {
  readonly provider: StandInProvider;
  start: (options?: Options) => Promise<RunningGateway>;
  /** A user is signed in; the provider's record of that is cleared. */
  startSignedIn: (options?: Options) => Promise<{
    gateway: RunningGateway;
    cookie: string;
    get: (path: string) => Promise<Answer>;
  }>;
};

export function setUpRemoteGateways(database: TestDatabase): RemoteGateways {
  const startGateway = setUpGateways(database);
  let current: StandInProvider | undefined;
  const provider = (): StandInProvider => {
    if (current === undefined) throw new Error('The provider is there inside tests and hooks only.');
    return current;
  };
  beforeEach(async () => {
    current = await startStandInProvider();
  });
  afterEach(async () => current?.close());

  const start: RemoteGateways['start'] = async (options = {}) =>
    startGateway({
      mode: 'remote',
      deposits: 'provider',
      provider: { kind: 'remote', url: provider().url, ...options },
    });
  return {
    get provider() {
      return provider();
    },
    start,
    startSignedIn: async (options) => {
      const gateway = await start(options);
      const session = await gateway.open('good');
      provider().received.length = 0;
      return { gateway, ...session };
    },
  };
}
