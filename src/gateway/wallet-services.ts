import { ownServiceHeader } from '#contract/gateway/own-service.ts';
import type { FastifyInstance } from 'fastify';
import type { Jobs } from '#jobs/jobs.ts';
import type { AmlProvider } from './aml/aml-provider.ts';
import { embeddedAmlProvider, remoteAmlProvider } from './aml/aml-providers.ts';
import type { CallerOf, IdentifyKey, SessionOf } from './caller.ts';
import { type Capabilities, createCapabilities } from './capabilities/capabilities.ts';
import type { EmbeddedProvider, KeyDescription, RemoteProvider } from './gateway-deps.ts';
import { type OutcomeDeps, outcomeJob } from './outcomes/outcome-checks.ts';
import { createSendOnce } from './outcomes/send-once.ts';
import { registerForwarder } from './remote/forwarder.ts';
import { createRecipientGuard } from './remote/guard-recipient.ts';
import { createKeyAccounts } from './remote/key-accounts.ts';
import { createProviderClient } from './remote/provider-client.ts';
import {
  type AskService,
  findAccount,
  notTheInterface,
  refusedKey,
  testApiKey,
} from './sessions/key-check.ts';
import { createWholeLists, type WholeListLimits, type WholeLists } from './whole-lists/whole-lists.ts';
import type { LiveSession } from './sessions/sessions.ts';
import type { SessionRoutesDeps } from './sessions/sessions.routes.ts';

/** The wallet service behind the gateway, with the same interface whether embedded or remote. */
type WalletService = Pick<
  SessionRoutesDeps,
  'providerHost' | 'isOwnKey' | 'checkKey' | 'findOwnerOfRefusedKey'
> & {
  /** What the key of a session may do now; undefined when it was revoked. */
  describeKey: (session: LiveSession) => Promise<KeyDescription | undefined>;
  registerRoutes: (scope: FastifyInstance, sessionOf: SessionOf, callerOf: CallerOf) => void;
  identifyKey: IdentifyKey;
  /** The key's account must be looked up again: the wallet service has refused the key. */
  forgetKey: (apiKey: string) => void;
  ask: AskService;
  aml: AmlProvider;
  /** Undefined for our own service, which follows the contract. */
  capabilities: Capabilities | undefined;
  /** Undefined for our own service, which lacks nothing. */
  wholeLists: WholeLists | undefined;
};

export function embeddedService(app: FastifyInstance, provider: EmbeddedProvider): WalletService {
  // Through the service's own routes, so that whatever guards them guards signing in as well.
  const ask: AskService = async ({ method, path }, query, token) => {
    const answer = await app.inject({ method, path, query, headers: { token } });
    const retryAfter = answer.headers['retry-after']?.toString();
    return { status: answer.statusCode, retryAfter, body: answer.body };
  };
  return {
    providerHost: null,
    isOwnKey: async (apiKey) => (await provider.describeKey(apiKey)) !== undefined,
    ask,
    registerRoutes: (scope, sessionOf) => {
      scope.addHook('onRequest', async (request, reply) => {
        if (sessionOf(request) !== undefined) reply.header(ownServiceHeader, '1');
      });
      provider.register(scope);
    },
    checkKey: async (apiKey) => {
      await testApiKey(ask, apiKey);
      const description = await provider.describeKey(apiKey);
      if (description === undefined) throw refusedKey();
      return description;
    },
    describeKey: async ({ apiKey }) => provider.describeKey(apiKey),
    identifyKey: async (apiKey) => provider.identifyKey(apiKey),
    forgetKey: () => undefined,
    findOwnerOfRefusedKey: async (apiKey) => provider.identifyKey(apiKey),
    aml: embeddedAmlProvider(app),
    capabilities: undefined,
    wholeLists: undefined,
  };
}

export function remoteService(
  app: FastifyInstance,
  provider: RemoteProvider,
  {
    lookDelayMs,
    limits,
    jobs,
    jobsDb,
    ...deps
  }: Pick<OutcomeDeps, 'db' | 'cipher' | 'now' | 'proofMs'> & {
    lookDelayMs: number | undefined;
    limits: Partial<WholeListLimits> | undefined;
    jobs: Jobs;
    jobsDb: OutcomeDeps['db'];
  },
): WalletService {
  const { cipher, now } = deps;
  const client = createProviderClient(provider, app.log);
  const outcomeDeps = { ...deps, ask: client.ask, log: app.log };
  jobs.add(outcomeJob({ ...outcomeDeps, db: jobsDb }));
  app.addHook('onClose', async () => client.close());
  const capabilities = createCapabilities(app, {
    db: deps.db,
    ask: client.ask,
    provider,
    keyHash: cipher.keyHash,
    log: app.log,
    now,
    onLooked: (apiKey) => wholeLists.reconsider(apiKey),
    lookDelayMs,
  });
  const wholeLists = createWholeLists(app, {
    ask: client.ask,
    keyHash: cipher.keyHash,
    nameOf: capabilities.nameOf,
    log: app.log,
    now,
    limits,
  });
  // A key that may read nothing that names its account is its own account.
  const ownAccount = (apiKey: string): string => `key-${cipher.fingerprint(apiKey)}`;
  const accountOf = createKeyAccounts({ ask: client.ask, ownAccount, log: app.log, now });
  return {
    providerHost: provider.url.host,
    isOwnKey: async () => false,
    ask: client.ask,
    registerRoutes: (scope, sessionOf, callerOf) => {
      const { timeoutMs } = client;
      const sendWithdrawal = createSendOnce({ ...outcomeDeps, callerOf, sessionOf, timeoutMs });
      const guardRecipient = createRecipientGuard({ db: deps.db, log: app.log, callerOf, timeoutMs });
      registerForwarder(scope, client, { capabilities, wholeLists }, sessionOf, {
        sendWithdrawal,
        guardRecipient,
      });
    },
    checkKey: async (apiKey) => {
      const tested = await testApiKey(client.ask, apiKey);
      const accountId = await findAccount(client.ask, apiKey);
      if (accountId !== undefined || tested === 'known') capabilities.keepFresh(apiKey);
      if (accountId !== undefined) return describeRemote(accountId);
      if (tested !== 'known') throw notTheInterface('no answer says whose key it is');
      return describeRemote(ownAccount(apiKey));
    },
    describeKey: async ({ accountId }) => describeRemote(accountId),
    // A provider that refuses a key does not say whose it was.
    findOwnerOfRefusedKey: async () => undefined,
    forgetKey: accountOf.forget,
    identifyKey: async (apiKey, sessionsAccount) => {
      const known = sessionsAccount === undefined ? await accountOf(apiKey) : { accountId: sessionsAccount };
      if (known === undefined) return undefined;
      const { accountId, failure } = known;
      const isUnnamed = accountId === ownAccount(apiKey);
      return { accountId, keyName: null, isUnnamed, ...(failure && { whyUnnamed: failure }) };
    },
    aml: remoteAmlProvider(client, provider),
    capabilities,
    wholeLists,
  };
}

/** The interface has no operation that returns a key's name or permissions. */
function describeRemote(accountId: string): KeyDescription {
  return { accountId, keyName: null, permissions: null };
}
