import type { Host } from '#http/serve.ts';
import type { SignedIn } from '../../console-host.ts';
import type { EmbeddedProvider, GatewayDeps } from '../../gateway-deps.ts';
import { reconciliationsJob } from './reconciliations.job.ts';
import { type ReconciliationRoutesDeps, registerReconciliationRoutes } from './reconciliations.routes.ts';

/** Adds the job that compares files with the books, and gives what registers its routes. `own`: our own wallet service. */
export function createReconciliations(
  { db, jobsDb = db, jobs, now, threads }: Pick<GatewayDeps, 'db' | 'jobsDb' | 'jobs' | 'now' | 'threads'>,
  own: EmbeddedProvider | undefined,
) {
  const books = own && {
    streamBookLines: own.streamBookLines,
    checkBalances: own.ledger.checkBalances,
  };
  const onCreated = jobs.add(reconciliationsJob({ db: jobsDb, books, now, threads }));
  return (host: Host<SignedIn>, lists: Pick<ReconciliationRoutesDeps, 'sessionOf' | 'remote'>): void =>
    registerReconciliationRoutes(host, { ...lists, db, now, onCreated });
}
