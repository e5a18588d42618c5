import type { FastifyInstance } from 'fastify';
import type { Host } from '#http/serve.ts';
import type { SignedIn } from '../console-host.ts';
import type { EmbeddedProvider } from '../gateway-deps.ts';
import { startHousekeeping } from '../housekeeping.ts';
import type { AskService } from '../sessions/key-check.ts';
import type { SessionOf } from '../caller.ts';
import { registerAmlCheckRoutes } from './aml-checks.routes.ts';
import { registerAmlDecisionRoutes } from './aml-decisions.routes.ts';
import { registerAmlFileRoutes } from './aml-files.routes.ts';
import { registerAmlManyRoutes } from './aml-many.routes.ts';
import { registerAmlRulesRoutes } from './aml-rules.routes.ts';
import { startAmlWorker } from './aml-worker.ts';
import { registerEvidence } from './evidence/evidence.routes.ts';
import { createCheckSteps, type StepDeps } from './check-steps.ts';
import { registerSanctionsRoutes } from './sanctions/sanctions.routes.ts';
import { runDueCycles } from './watches/due-watches.ts';
import { registerAmlWatches } from './watches/watches.routes.ts';

/** Longer than a provider's slowest answer: a check claimed by a process that ended is then claimed by another. */
const LEASE_BEYOND_ANSWER_MS = 15_000;

/**
 * The AML workspace: checks that are asked for, waited for and kept, over any wallet service. Gives what puts its
 * routes on a host; its worker runs with the app.
 */
export function createAml(
  app: FastifyInstance,
  deps: Omit<StepDeps, 'log' | 'firstPauseMs'> & {
    ask: AskService;
    checkTerms: EmbeddedProvider['checkTerms'] | undefined;
    /** See `amlPauseMs`, `amlLeaseMs` and `amlWatchMs` of the settings. */
    pauseMs: number | undefined;
    leaseMs: number | undefined;
    watchMs: number | undefined;
  },
): (host: Host<SignedIn>, sessionOf: SessionOf) => void {
  const { db, cipher, now, provider, ask, checkTerms, pauseMs } = deps;
  const { leaseMs = provider.timeoutMs + LEASE_BEYOND_ANSWER_MS } = deps;
  const { log } = app;
  const steps = createCheckSteps({ ...deps, log, firstPauseMs: pauseMs });
  const worker = startAmlWorker(app, { db, work: steps.work, leaseMs, pauseMs, now });
  const cycles = [async () => runDueCycles({ db, cipher, log, now, leaseMs, worker })];
  startHousekeeping(app, cycles, deps.watchMs);
  return (host, sessionOf) => {
    const routesDeps = { db, cipher, log, now, steps, worker, leaseMs, sessionOf, ask, checkTerms };
    registerAmlCheckRoutes(host, routesDeps);
    registerAmlManyRoutes(host, routesDeps);
    registerAmlDecisionRoutes(host, routesDeps);
    registerAmlFileRoutes(host, { db });
    registerAmlRulesRoutes(host, { db, now });
    registerEvidence(host, { db, now });
    registerAmlWatches(host, routesDeps);
    registerSanctionsRoutes(host, routesDeps);
  };
}
