import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Clock } from '#domain/time.ts';
import type { Host } from '#http/serve.ts';
import type { ThreadPool } from '#http/thread-pool.ts';
import type { Jobs } from '#jobs/jobs.ts';
import type { SessionOf } from '../caller.ts';
import type { SignedIn } from '../console-host.ts';
import type { EmbeddedProvider } from '../gateway-deps.ts';
import type { AskService } from '../sessions/key-check.ts';
import type { KeyCipher } from '../sessions/key-cipher.ts';
import type { RemoteLists } from '../whole-lists/sum-whole-list.ts';
import { registerCloseRoutes } from './closes.routes.ts';
import { registerEntriesRoutes } from './entries.routes.ts';
import { statementFilesJob } from './files/statement-files.job.ts';
import { registerStatementFileRoutes } from './files/statement-files.routes.ts';
import { registerExchangeRateRoutes } from './rates/exchange-rates.routes.ts';
import type { FetchRules } from './rates/fetch-rates.ts';
import { rateSourceJob } from './rates/rate-source.job.ts';
import { registerRateSourceRoutes } from './rates/rate-source.routes.ts';
import { registerValueSettingsRoutes } from './rates/value-settings.routes.ts';
import { registerMappingRoutes } from './reconciliation/mappings.routes.ts';
import { reconciliationsJob } from './reconciliation/reconciliations.job.ts';
import { registerReconciliationRoutes } from './reconciliation/reconciliations.routes.ts';
import { registerReportRoutes } from './reports.routes.ts';
import { reportSchedulesJob } from './schedules/report-schedules.job.ts';
import { registerReportScheduleRoutes } from './schedules/report-schedules.routes.ts';
import { snapshotsJob } from './snapshots.job.ts';
import { registerStatementRoutes } from './statements.routes.ts';

type Deps = {
  db: Kysely<Tables>;
  jobsDb: Kysely<Tables>;
  jobs: Jobs;
  threads: ThreadPool | undefined;
  log: FastifyBaseLogger;
  cipher: KeyCipher;
  ask: AskService;
  now: Clock;
  /** Our own wallet service, whose ledger the books are; undefined with a remote one. */
  own: EmbeddedProvider | undefined;
  /** Which addresses rates may be read from. */
  rules: FetchRules;
  /** See the settings. */
  snapshotMs: number | undefined;
};

/**
 * The books: statements, ledger entries, closed periods, reconciliation, reports, files and exchange rates. Gives what
 * puts their routes on a host; their work is done by jobs.
 */
export function createBooks(deps: Deps) {
  const { db, jobsDb, jobs, now, ask, own, rules } = deps;
  const forJobs = { ...deps, db: jobsDb };
  jobs.add(rateSourceJob(forJobs));
  // Our own ledger needs no snapshots: it knows every moment.
  if (own === undefined) jobs.add(snapshotsJob({ ...forJobs, everyMs: deps.snapshotMs }));
  const onRequested = jobs.add(statementFilesJob({ db: jobsDb, books: own?.books, now }));
  if (own !== undefined) jobs.add(reportSchedulesJob({ ...forJobs, onRequested }));
  const onCreated = jobs.add(
    reconciliationsJob({
      db: jobsDb,
      books: own && { streamBookLines: own.streamBookLines, checkBalances: own.ledger.checkBalances },
      now,
      threads: deps.threads,
    }),
  );

  return (
    host: Host<SignedIn>,
    { sessionOf, remote }: { sessionOf: SessionOf; remote: RemoteLists | undefined },
  ): void => {
    const provider = remote && { db, remote, ask, now };
    registerStatementRoutes(host, { ledger: own?.ledger, provider, sessionOf });
    registerEntriesRoutes(host, own?.ledger);
    registerCloseRoutes(host, { db, now, ledger: own?.ledger, ledgerChecks: own?.ledgerChecks });
    registerReportRoutes(host, own?.ledger);
    registerReportScheduleRoutes(host, { db, now, isOwn: own !== undefined });
    registerStatementFileRoutes(host, { db, now, books: own?.books, provider, sessionOf, onRequested });
    registerReconciliationRoutes(host, { db, now, sessionOf, remote, onCreated });
    registerMappingRoutes(host, { db });
    registerExchangeRateRoutes(host, { db, now, ask, sessionOf });
    registerValueSettingsRoutes(host, { db, now });
    registerRateSourceRoutes(host, { db, now, rules });
  };
}
