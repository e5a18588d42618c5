import cookiePlugin from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { operationOf } from '#http/request-log.ts';
import { registerAddressBookRoutes } from './address-book/address-book.routes.ts';
import { holdToAddressBook } from './address-book/book-only.ts';
import { createAmlEvents } from './aml/aml-events.ts';
import { createAml } from './aml/aml.ts';
import { amlSubjectOf } from './aml/audit-subject.ts';
import { createBooks } from './books/books.ts';
import { registerCapabilityRoutes } from './capabilities/capabilities.routes.ts';
import { refuseUnsupported } from './capabilities/refuse-unsupported.ts';
import { accountAsked } from './caller.ts';
import { consoleHost } from './console-host.ts';
import { serveDashboard } from './dashboard.ts';
import { createEventSignals } from './events/event-signals.ts';
import { registerIdentityProviderRoutes } from './identity-provider/identity-provider.routes.ts';
import { registerIncomingEventRoutes } from './events/incoming-events.routes.ts';
import { registerLiveEventRoutes } from './events/live-events.routes.ts';
import { registerEventDestinationRoutes } from './events/event-destinations.routes.ts';
import { receiveEvents } from './events/receive-events.ts';
import { registerWebhookRoutes } from './events/webhook.routes.ts';
import { findWebhook } from './events/webhooks.store.ts';
import { deletionsOf } from './deletions.ts';
import type { GatewayDeps } from './gateway-deps.ts';
import { createFirstScreens } from './first-screen.ts';
import { exportPermissionOf, registerExportRoutes } from './exports.routes.ts';
import { housekeepingJobs } from './housekeeping.job.ts';
import { createAuditLog } from './audit-log/audit-log.ts';
import { registerAuditLogRoutes } from './audit-log/audit-log.routes.ts';
import { createRecorder, recordOutcomes, recordRequests } from './audit-log/record-requests.ts';
import { startRefusals } from './audit-log/refusals.ts';
import { registerOutcomeRoutes } from './outcomes/outcomes.routes.ts';
import { holdToIdempotencyKey } from './outcomes/idempotency-keys.ts';
import { holdToLimits } from './limits/hold-to-limits.ts';
import { requireOwnHost } from './own-host.ts';
import { limitLoad } from './load-limits.ts';
import type { PublicSettings } from './same-origin.ts';
import { registerServiceRoutes } from './service.routes.ts';
import { serveReadiness } from './readiness.ts';
import { scopeRequests } from './scope-requests.ts';
import { createSandboxAccess } from './sandbox-access.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { createKeyCipher, walletServiceName } from './sessions/key-cipher.ts';
import { registerDeviceRoutes } from './sessions/devices.routes.ts';
import { createDeviceCookie, createSessionCookie } from './sessions/session-cookie.ts';
import { createSessionResponse } from './sessions/session-response.ts';
import { createSessions } from './sessions/sessions.ts';
import { registerOpenSessionRoutes } from './sessions/open-sessions.routes.ts';
import { registerSessionRoutes } from './sessions/sessions.routes.ts';
import { createSignedInKeys } from './sessions/signed-in-keys.ts';
import { createSignInThrottle } from './sessions/sign-in-throttle.ts';
import { registerSettingsRoutes } from './settings/settings.routes.ts';
import { registerWithdrawalRulesRoutes } from './settings/withdrawal-rules.routes.ts';
import { findAccountName, listAccountsOf } from './users/accounts.ts';
import { createDescribeSession, holdToRoles } from './users/access.ts';
import { createFindCode } from './users/credentials/codes.ts';
import { registerSandboxSignIn } from './users/credentials/sandbox-sign-in.routes.ts';
import { createUserEntry } from './users/credentials/user-entry.ts';
import { registerUserSignInRoutes } from './users/credentials/user-sign-in.routes.ts';
import { hasUsers } from './users/credentials/user-sign-in.store.ts';
import { permissionsOfRoles } from './users/roles.ts';
import { registerReauthenticationRoutes } from './users/reauthentication.routes.ts';
import { createReauthentications } from './users/reauthentications.ts';
import { awaitsSetup, registerSetupRoutes } from './users/setup-link.ts';
import { registerUserAdministration } from './users/user-administration.ts';
import { hasAdministrator } from './users/users.store.ts';
import { viewPermissionOf } from './views/view-permission.ts';
import { warnOfUntrustedProxies } from './untrusted-proxy.ts';
import { registerViewRoutes } from './views/views.routes.ts';
import { registerWalletNotesRoutes } from './wallet-notes/wallet-notes.routes.ts';
import { registerWalletApi } from './wallet-api.ts';
import { embeddedService, remoteService } from './wallet-services.ts';

const DEFAULT_LIFETIME_SECONDS = 12 * 3600;
const DEFAULT_IDLE_TIMEOUT_SECONDS = 30 * 60;
const DEFAULT_OUTCOME_PROOF_SECONDS = 10 * 60;

/**
 * Registers everything between the browser and a wallet service on the app, at its root: headers, sessions, the wallet
 * service's paths, the dashboard's files. Throws if the dashboard was not built.
 */
export function registerGateway(app: FastifyInstance, deps: GatewayDeps): void {
  const { db, sessionsDb = db, jobsDb = db, provider, settings, jobs, now } = deps;
  app.addHook('onReady', async () => jobs.start());
  const place: PublicSettings = { publicUrl: settings.publicUrl };
  const cipher = createKeyCipher(
    settings.sessionSecret,
    walletServiceName(provider.kind === 'remote' ? provider.url : undefined),
    settings.identitySecret,
  );
  const sandbox = createSandboxAccess({ ...deps, db: sessionsDb });
  const idleTimeoutSeconds = settings.idleTimeoutSeconds ?? DEFAULT_IDLE_TIMEOUT_SECONDS;
  const sessions = createSessions({
    db: sessionsDb,
    cipher,
    lifetimeSeconds: settings.sessionLifetimeSeconds ?? DEFAULT_LIFETIME_SECONDS,
    idleTimeoutSeconds,
    now,
    ...sandbox,
  });
  const identityProvider = settings.identityProvider ? { name: settings.identityProvider.name } : null;
  const hasIdentityProvider = identityProvider !== null;
  const reauthentications = createReauthentications({ db: sessionsDb, now, ...sandbox, hasIdentityProvider });
  const throttle = createSignInThrottle(sessionsDb, now);
  const proofMs = (settings.outcomeProofSeconds ?? DEFAULT_OUTCOME_PROOF_SECONDS) * 1000;
  const cookie = createSessionCookie(place);
  const deviceCookie = createDeviceCookie(place);
  const { registerRoutes, identifyKey, forgetKey, ask, aml, capabilities, wholeLists, ...walletService } =
    provider.kind === 'embedded'
      ? embeddedService(app, provider)
      : remoteService(app, provider, {
          db,
          jobsDb,
          cipher,
          jobs,
          now,
          proofMs,
          lookDelayMs: settings.providerLookDelayMs,
          limits: settings.wholeListLimits,
        });

  const describeSession = createDescribeSession({
    describeKey: walletService.describeKey,
    permissionsOfRoles: async (...asked) => permissionsOfRoles(sessionsDb, ...asked),
  });

  scopeRequests(app);
  limitLoad(app, settings.loadLimits);
  if (deps.isLocalOnly) app.addHook('onRequest', async (request) => requireOwnHost(request, place));
  addSecurityHeaders(app, place);
  void app.register(cookiePlugin);
  const signedInKeys = createSignedInKeys(db, now);
  const deletions = deletionsOf({
    db: jobsDb,
    idleTimeoutSeconds,
    now,
    hasProvider: capabilities !== undefined,
  });
  jobs.add(...housekeepingJobs(deletions, { db: jobsDb, now, everyMs: settings.housekeepingMs }));
  warnOfUntrustedProxies(app);

  // Liveness: says that this thread answers, whatever the database is doing.
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  if (deps.checkReadiness !== undefined) serveReadiness(app, deps.checkReadiness);
  const auditLog = createAuditLog(db);
  const recorder = createRecorder({ auditLog, now });
  const refusals = startRefusals(app, { auditLog, now });
  const { fingerprint, keyHash } = cipher;
  void app.register(async (scope) => {
    recordOutcomes(scope, recorder);
    const signingIn = { sessions, cookie, throttle, place, recorder, refusals, describeSession, fingerprint };
    const acceptsEveryKey = settings.keySignIn !== false || deps.mode === 'sandbox';
    const acceptsKeys = async (accountId: string) =>
      acceptsEveryKey || !(await hasAdministrator(sessionsDb, accountId));
    const toResponse = createSessionResponse({
      mode: deps.mode,
      deposits: deps.deposits,
      idleTimeoutSeconds,
      receivesEvents: async (accountId) => (await findWebhook(db, accountId)) !== undefined,
      accountsOf: async ({ accountId, user }) =>
        user === undefined
          ? [{ id: accountId, name: (await findAccountName(sessionsDb, accountId)) ?? null }]
          : await listAccountsOf(sessionsDb, user.id),
      missingOperations: async (apiKey) => (await capabilities?.missingOperations(apiKey)) ?? [],
    });
    registerSessionRoutes(scope, {
      ...walletService,
      ...signingIn,
      toResponse,
      keyHash,
      signedInKeys,
      ...sandbox,
      mode: deps.mode,
      hasUsers: async () => hasUsers(sessionsDb),
      // No other start prints a link.
      awaitsSetup: async () => deps.mode === 'embedded' && (await awaitsSetup(sessionsDb)),
      identityProvider,
      acceptsKeys,
      acceptsAnyKey: async () => {
        // Which accounts a remote provider's keys belong to isn't known before.
        if (acceptsEveryKey || provider.kind !== 'embedded') return true;
        for (const { id } of await provider.listAccounts()) if (await acceptsKeys(id)) return true;
        return false;
      },
    });
    const findCode = createFindCode({ db: sessionsDb, cipher, now });
    registerSetupRoutes(scope, { ...signingIn, db: sessionsDb, now });
    const entry = createUserEntry({
      ...signingIn,
      db: sessionsDb,
      now,
      reauthentications,
      toResponse,
      cipher,
      deviceCookie,
    });
    const userDeps = { ...signingIn, db: sessionsDb, now, reauthentications, findCode, cipher, entry };
    registerUserSignInRoutes(scope, userDeps);
    if (deps.mode === 'sandbox') registerSandboxSignIn(scope, { ...sandbox, cookie, place, entry });
    registerReauthenticationRoutes(scope, userDeps);
    registerIdentityProviderRoutes(scope, {
      ...userDeps,
      settings: settings.identityProvider,
      listServiceAccounts: async () =>
        provider.kind === 'embedded' ? await provider.listAccounts() : undefined,
    });
  });
  const { requestsPerMinute = 0, eventsPerMinute = 0 } = settings;
  const signals = createEventSignals(db, app.log);
  wholeLists?.follow(signals);
  receiveEvents(app, { db, now, eventsPerMinute, signals });
  const registerAmlRoutes = createAml({
    db,
    jobsDb,
    jobs,
    threads: deps.threads,
    log: app.log,
    cipher,
    now,
    provider: aml,
    ask,
    checkTerms: provider.kind === 'embedded' ? provider.checkTerms : undefined,
    pauseMs: settings.amlPauseMs,
    leaseMs: settings.amlLeaseMs,
    watchMs: settings.amlWatchMs,
  });
  const walletApi = { sessions, cookie, place, requestsPerMinute, identifyKey, fingerprint, ...sandbox };
  const embedded = provider.kind === 'embedded' ? provider : undefined;
  const registerBooks = createBooks({
    db,
    jobsDb,
    jobs,
    threads: deps.threads,
    log: app.log,
    cipher,
    ask,
    now,
    own: embedded,
    rules: { allowLoopback: settings.allowLoopbackUrls ?? false },
    snapshotMs: settings.snapshotMs,
  });
  registerWalletApi(app, walletApi, (scope, sessionOf, callerOf) => {
    holdToRoles(scope, { sessionOf, describeSession });
    // First, so that what is refused below is recorded as well.
    recordRequests(scope, {
      recorder,
      refusals,
      isAsked: reauthentications.isAsked,
      now,
      forgetKey,
      callerOf,
      sessionOf,
      subjectOf: async (request, { accountId }) =>
        amlSubjectOf(db, { operation: operationOf(request), body: request.body, accountId }),
      permissionOf: async (request, { accountId }) =>
        exportPermissionOf(operationOf(request), request.body) ??
        viewPermissionOf(db, { operation: operationOf(request), body: request.body, accountId }),
    });
    holdToLimits(scope, { db, ask, capabilities, fingerprint, sessionOf });
    if (provider.kind === 'remote') refuseUnsupported(scope, provider.without ?? []);
    holdToAddressBook(scope, { db, now, callerOf, ask });
    holdToIdempotencyKey(scope, { db, now, callerOf });
    registerRoutes(scope, sessionOf, callerOf);
    const host = consoleHost(scope, { sessionOf, describeSession, reauthentications });
    const administration = { db, cipher, now, sessionOf, place, identityProvider };
    registerUserAdministration(host, { ...walletService, ...sandbox, ...administration });
    registerViewRoutes(host, { db, now });
    registerOpenSessionRoutes(host, { db: sessionsDb, sessionOf, keyHash, idleTimeoutSeconds, now });
    registerDeviceRoutes(host, { db: sessionsDb, sessionOf });
    registerSettingsRoutes(host, { db, now });
    registerWebhookRoutes(host, { db, now, place });
    registerIncomingEventRoutes(host, { db, now, signals });
    registerEventDestinationRoutes(host, embedded?.eventSending);
    registerLiveEventRoutes(host, {
      checks: createAmlEvents(db, app.log, now),
      movements: signals,
      sessionOf,
      isLive: sessions.isLive,
      heartbeatMs: settings.heartbeatMs,
    });
    registerCapabilityRoutes(host, { capabilities, sessionOf });
    registerAuditLogRoutes(host, db);
    registerExportRoutes(host);
    registerWithdrawalRulesRoutes(host, { db, now });
    registerOutcomeRoutes(host, { db, cipher, ask, log: app.log, now, proofMs, sessionOf });
    registerAddressBookRoutes(host, { db, now });
    registerWalletNotesRoutes(host, { db, now, walletCreatedAt: embedded?.wallets.createdAt });
    registerAmlRoutes(host, sessionOf);
    const remote = capabilities && wholeLists && { capabilities, wholeLists };
    registerBooks(host, { sessionOf, remote });
    registerServiceRoutes(host, embedded, { db, remote, sessionOf, now });
  });
  if (deps.clientDirectory !== undefined) {
    serveDashboard(app, {
      clientDirectory: deps.clientDirectory,
      // A remote provider would make the page wait.
      drawFirstScreen:
        deps.firstScreenFile === undefined || provider.kind === 'remote'
          ? undefined
          : createFirstScreens(app, deps.firstScreenFile, deps.settings.firstScreenMs),
      findSession: async (request) => {
        const id = cookie.read(request);
        const session = id === undefined ? undefined : await sessions.find(id, accountAsked(request));
        const description = session && (await describeSession(session));
        return description && { ...description, hasSeveralAccounts: session.hasSeveralAccounts };
      },
    });
  }
  // In a scope of its own, which closes after the others: open streams and load balancers don't wait for work at hand. Before
  // the app closes, because work may ask its routes.
  void app.register(async (scope) => {
    scope.addHook('preClose', jobs.stop);
  });
}
