import type { Host } from '#http/serve.ts';
import type { SignedIn } from '../console-host.ts';
import { every } from '#jobs/every.ts';
import type { Jobs } from '#jobs/jobs.ts';
import type { ThreadPool } from '#http/thread-pool.ts';
import type { EmbeddedProvider } from '../gateway-deps.ts';
import type { AskService } from '../sessions/key-check.ts';
import type { SessionOf } from '../caller.ts';
import { registerAmlCheckRoutes } from './aml-checks.routes.ts';
import { registerAmlDecisionRoutes } from './aml-decisions.routes.ts';
import { registerAmlFileRoutes } from './aml-files.routes.ts';
import { registerAmlManyRoutes } from './aml-many.routes.ts';
import { registerAmlRulesRoutes } from './aml-rules.routes.ts';
import { checkJobs } from './checks.job.ts';
import { registerEvidence } from './evidence/evidence.routes.ts';
import { createCheckSteps, type StepDeps } from './check-steps.ts';
import { registerSanctionsRoutes } from './sanctions/sanctions.routes.ts';
import { runDueCycles } from './watches/due-watches.ts';
import { registerAmlWatches } from './watches/watches.routes.ts';

/** Longer than a provider's slowest answer: a check claimed by a process that ended is then claimed by another. */
const LEASE_BEYOND_ANSWER_MS = 15_000;
const WATCH_MS = 60_000;

/**
 * The AML workspace: checks that are asked for, waited for and kept, over any wallet service. Gives what puts its
 * routes on a host; its work is done by jobs.
 */
export function createAml(
  deps: Omit<StepDeps, 'firstPauseMs'> & {
    jobs: Jobs;
    threads: ThreadPool | undefined;
    jobsDb: StepDeps['db'];
    ask: AskService;
    checkTerms: EmbeddedProvider['checkTerms'] | undefined;
    /** See `amlPauseMs`, `amlLeaseMs` and `amlWatchMs` of the settings. */
    pauseMs: number | undefined;
    leaseMs: number | undefined;
    watchMs: number | undefined;
  },
): (host: Host<SignedIn>, sessionOf: SessionOf) => void {
  const { db, jobsDb, cipher, jobs, log, now, provider, ask, checkTerms, pauseMs } = deps;
  const { leaseMs = provider.timeoutMs + LEASE_BEYOND_ANSWER_MS } = deps;
  const steps = createCheckSteps({ ...deps, firstPauseMs: pauseMs });
  const { work } = createCheckSteps({ ...deps, db: jobsDb, firstPauseMs: pauseMs });
  const onDue = jobs.add(...checkJobs({ db: jobsDb, work, leaseMs, pauseMs, now }));
  jobs.add(
    every({
      name: 'monitored subjects',
      everyMs: deps.watchMs ?? WATCH_MS,
      db: jobsDb,
      now,
      run: async () => runDueCycles({ db: jobsDb, cipher, log, now, leaseMs, onDue }),
    }),
  );
  return (host, sessionOf) => {
    const routesDeps = { db, cipher, log, now, steps, onDue, leaseMs, sessionOf, ask, checkTerms };
    registerAmlCheckRoutes(host, routesDeps);
    registerAmlManyRoutes(host, routesDeps);
    registerAmlDecisionRoutes(host, routesDeps);
    registerAmlFileRoutes(host, { db });
    registerAmlRulesRoutes(host, { db, now });
    registerEvidence(host, { db, now, threads: deps.threads });
    registerAmlWatches(host, routesDeps);
    registerSanctionsRoutes(host, routesDeps);
  };
}
