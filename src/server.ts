import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { permissions } from '#contract/permissions.ts';
import type { Database } from '#database/database.ts';
import { now } from '#domain/clock.ts';
import { threads } from '#http/thread-pool.ts';
import { createJobs } from '#jobs/jobs.ts';
import { backgroundJobs } from './background-jobs.ts';
import { buildApp, type BuiltDashboard } from './build-app.ts';
import { type Config, isLoopbackHost, parseConfig } from './config.ts';
import { recordCommand } from './gateway/audit-log/record-done.ts';
import { fillSandboxLibrary } from './fill-sandbox-library.ts';
import { loadIdentitySecret, replaceSecret } from './gateway/replace-secret.ts';
import { createKeyCipher, walletServiceName } from './gateway/sessions/key-cipher.ts';
import {
  forgetPreviousSecret,
  loadPreviousSecret,
  loadSessionSecret,
} from './gateway/sessions/session-secret.ts';
import { sealAccountKey } from './gateway/users/account-keys.ts';
import { seedSandboxUsers } from './gateway/users/sandbox-users.store.ts';
import { createSetupLink } from './gateway/users/setup-link.ts';
import { openConfiguredDatabase } from './open-configured-database.ts';
import { prepareAddresses } from './service/addresses/prepare-addresses.ts';
import { findPhraseFile } from './service/addresses/recovery-phrase-file.ts';
import { ensureStarterLabels } from './service/aml/labels/starter-labels.ts';
import { createFirstKey } from './service/keys/first-key.ts';
import { sandboxAccountId, sandboxAdministratorKey } from './service/sandbox/sandbox-keys.ts';
import { seedSandbox } from './service/sandbox/seed-sandbox.ts';
import { startupText } from './startup-lines.ts';
import { asListenError, asStartError, type ListenSettings } from './start-error.ts';

/** How long running requests may take to finish once the process begins to end. */
const closeTimeoutMs = 30_000;

/**
 * The program: reads the environment, puts the parts together, listens, and closes on signals. A start that fails says
 * why and ends the process with 1. `dashboard` gives the built dashboard, or undefined where something else serves it; the
 * database starts in the meantime.
 */
export async function runServer(dashboard: Promise<BuiltDashboard | undefined>): Promise<void> {
  try {
    await start(dashboard);
  } catch (error) {
    process.stderr.write(`${asStartError(error)}\n`);
    process.exit(1);
  }
}

async function start(dashboard: Promise<BuiltDashboard | undefined>): Promise<void> {
  // Heard where it is waited for: until then a failed build must not end the process as an unhandled one.
  dashboard.catch(() => undefined);
  const config = parseConfig(process.env);
  let app: FastifyInstance | undefined;
  const database = await openConfiguredDatabase(config, {
    onError: (error) => onDatabaseError(error, app?.log),
  });
  let metrics: FastifyInstance | undefined;
  const jobs = createJobs((error, about) =>
    app?.log.error({ err: error, ...about }, 'background work failed'),
  );
  let onNewWork: (() => void) | undefined;
  try {
    const sessionSecret = loadSessionSecret(config.SESSION_SECRET, config.DATA_DIR);
    const identitySecret = await prepareSecrets(config, database, sessionSecret);
    const phraseFile = await prepareData(config, database, { sessionSecret, identitySecret });
    app = buildApp({
      config,
      database,
      sessionSecret,
      identitySecret,
      dashboard: await dashboard,
      jobs,
      onNewWork: () => onNewWork?.(),
    });
    onNewWork = jobs.add(...backgroundJobs(config, database.jobs, app.log));
    metrics = await listenForMetrics(config, app, database);
    await listen(app, config.HOST, config.PORT, { host: 'HOST', port: 'PORT' });
    closeOnSignals([app, ...(metrics ? [metrics] : [])], database);
    const text = startupText({
      config,
      databaseKind: database.kind,
      port: portOf(app, config),
      setupToken: await findSetupToken(config, database),
      phraseFile,
    });
    process.stdout.write(`\n${text}\n`);
  } catch (error) {
    await app?.close();
    await metrics?.close();
    await database.close();
    throw error;
  }
}

/** Undefined without metrics. */
async function listenForMetrics(
  { mode, METRICS_HOST: host, METRICS_PORT: port, PUBLIC_URL: publicUrl }: Config,
  app: FastifyInstance,
  { jobs }: Database,
): Promise<FastifyInstance | undefined> {
  if (port === undefined) return undefined;
  const { createMetricsApp } = await import('./metrics.ts');
  const metrics = createMetricsApp({
    app,
    db: mode === 'remote' ? undefined : jobs,
    isLocalOnly: isLoopbackHost(host),
    publicUrl,
  });
  await listen(metrics, host, port, { host: 'METRICS_HOST', port: 'METRICS_PORT' });
  return metrics;
}

async function listen(
  app: FastifyInstance,
  host: string,
  port: number,
  settings: ListenSettings,
): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw asListenError(error, settings);
  }
}

/** Puts the session secret in the place of a previous one, if there is one, and returns the identity secret. */
async function prepareSecrets(
  { DATA_DIR, SESSION_SECRET_PREVIOUS, WALLET_API_URL }: Config,
  { jobs: db }: Database,
  secret: string,
): Promise<string> {
  const previous = loadPreviousSecret(SESSION_SECRET_PREVIOUS, DATA_DIR);
  if (previous !== undefined) {
    await replaceSecret(db, { secret, previous, walletService: walletServiceName(WALLET_API_URL) });
    forgetPreviousSecret(DATA_DIR);
  }
  return await loadIdentitySecret(db, secret);
}

/** Makes the account, and the key that its users work with, where no key was ever used. */
async function prepareAccount(
  db: Database['jobs'],
  { sessionSecret, identitySecret }: Secrets,
): Promise<void> {
  const cipher = createKeyCipher(sessionSecret, walletServiceName(undefined), identitySecret);
  await createFirstKey(db, async (trx, { accountId, keyId, name, token: apiKey }) => {
    const at = now();
    const details = { name, permissions };
    await recordCommand(trx, { at, operation: 'createKey', accountId, subject: keyId, details });
    await sealAccountKey(trx, cipher, { accountId, name, apiKey, addedBy: null, at });
  });
}

/** The sandbox's data, and the users whom everyone may sign in as. */
async function prepareSandbox(
  db: Database['jobs'],
  size: Config['SANDBOX_SIZE'],
  { sessionSecret, identitySecret }: Secrets,
): Promise<void> {
  const onFill = () => {
    if (size === 'year') process.stdout.write('Filling the sandbox with a year of history …\n');
  };
  if (!(await seedSandbox(db, { size, onFill }))) return;
  const cipher = createKeyCipher(sessionSecret, walletServiceName(undefined), identitySecret);
  const { token: apiKey, title: keyName } = sandboxAdministratorKey;
  await seedSandboxUsers(db, cipher, { accountId: sandboxAccountId, apiKey, keyName, at: now() });
}

type Secrets = { sessionSecret: string; identitySecret: string };

/** Prepares the data for the mode, and returns the path of a recovery phrase that nobody has moved away. */
async function prepareData(
  { mode, DATA_DIR, PORT, PUBLIC_URL, SANDBOX_AML, SANDBOX_SIZE }: Config,
  { jobs: db }: Database,
  secrets: Secrets,
): Promise<string | undefined> {
  if (mode === 'remote') return undefined;
  const isSandbox = mode === 'sandbox';
  const { newPhraseFile } = await prepareAddresses(db, { dataDirectory: DATA_DIR, isSandbox });
  await ensureStarterLabels(db);
  if (isSandbox) await prepareSandbox(db, SANDBOX_SIZE, secrets);
  else await prepareAccount(db, secrets);
  // A sketch is made for tests, which begin with an empty library.
  if (isSandbox && SANDBOX_AML && SANDBOX_SIZE === 'year') {
    const publicUrl = PUBLIC_URL?.href ?? `http://localhost:${PORT}`;
    await fillSandboxLibrary({ db, ...secrets, publicUrl });
  }
  return newPhraseFile ?? (await findPhraseFile(DATA_DIR));
}

/** Of the link for the first administrator; undefined where there is none to make. */
async function findSetupToken({ mode }: Config, { db }: Database): Promise<string | undefined> {
  return mode === 'embedded' ? await createSetupLink(db, now()) : undefined;
}

/** Asked for, since PORT may be 0: any that is free. */
function portOf(app: FastifyInstance, { PORT }: Config): number {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : PORT;
}

function closeOnSignals(apps: readonly FastifyInstance[], database: Database): void {
  const close = async (): Promise<void> => {
    const timer = setTimeout(() => process.exit(1), closeTimeoutMs);
    await Promise.all(apps.map(async (app) => await app.close()));
    await threads.close();
    await database.close();
    clearTimeout(timer);
    // None of our own work is left; a library's open handles must not keep the process alive.
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // A second signal ends the process at once.
    process.once(signal, () => void close());
  }
}

function onDatabaseError(error: unknown, log: FastifyBaseLogger | undefined): void {
  const reason = error instanceof Error ? error.message : String(error);
  // The words alone: an error of the pool carries the whole connection with it.
  if (log) log.error({ reason }, 'the database reports an error');
  else process.stderr.write(`Database: ${reason}\n`);
  // Without its embedded database the process can do nothing more: its supervisor restarts it.
  if (error instanceof Error && error.name === 'EmbeddedServerError') process.exit(1);
}
