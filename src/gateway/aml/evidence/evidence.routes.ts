import type { Kysely } from 'kysely';
import { resumeAmlChecks, startAmlChecks, stopAmlChecks } from '#contract/gateway/aml-checks.ts';
import { startAmlCheck } from '#contract/gateway/aml-start.ts';
import { decideAmlCheck } from '#contract/gateway/aml-decisions.ts';
import { changeAmlWatch, createAmlWatch } from '#contract/gateway/aml-watches.ts';
import { listAuditLog } from '#contract/gateway/audit-log.ts';
import { detailsPermissionOf, lackingForDetails } from '#contract/gateway/details-permission.ts';
import type { Tables } from '#database/tables.ts';
import type { Clock } from '#domain/time.ts';
import type { Host } from '#http/serve.ts';
import { type ThreadPool, threads as sharedThreads, threadTask } from '#http/thread-pool.ts';
import type { SignedIn } from '../../console-host.ts';
import { listRequestsAbout } from '../../audit-log/audit-log-list.store.ts';
import { findHead } from '../../audit-log/audit-log.store.ts';
import { lackingFor } from '../../users/access.ts';
import { findSetting } from '../../settings/settings.store.ts';
import { findStoredAmlRules } from '../aml-rules.ts';
import { serveCheckFile } from '../check-file.routes.ts';
import {
  findAnswer,
  findFinishedBefore,
  type ScreeningCheck,
  listDecisions,
} from '../screening-checks.store.ts';
import { toCheckResponses, toDecisionResponse } from '../check-response.ts';
import type { CheckWithAnswer, printEvidence } from './print-evidence.ts';

type Deps = { db: Kysely<Tables>; now: Clock; threads: ThreadPool | undefined };

const aboutChecks = [
  startAmlCheck,
  startAmlChecks,
  stopAmlChecks,
  resumeAmlChecks,
  decideAmlCheck,
  createAmlWatch,
  changeAmlWatch,
];
/** Far more than one check has, and more than are printed: then the sheet says that there are more. */
const MOST_REQUESTS = 1000;

const printing = threadTask<typeof printEvidence>(
  new URL('print-evidence.ts', import.meta.url),
  'printEvidence',
);

/** `GET /console/aml/evidence?id=`: the evidence sheet of a finished check. Generated each time, as of now. */
export function registerEvidence(host: Host<SignedIn>, { db, now, threads = sharedThreads }: Deps): void {
  serveCheckFile(host, { db }, 'downloadAmlEvidence', async (row, caller) => {
    const { accountId, actorName, user } = caller;
    const earlier = await findFinishedBefore(db, row);
    const [subject, before] = await Promise.all([withAnswer(row), earlier && withAnswer(earlier)]);
    if (subject === undefined) return undefined;
    const lacking = lackingOf(caller);
    const [decisions, setting, head, requests] = await Promise.all([
      listDecisions(db, row.check_id),
      findSetting(db, accountId, 'aml_rules'),
      findHead(db, accountId),
      lacking.length > 0
        ? []
        : listRequestsAbout(db, caller, {
            operations: aboutChecks.map(({ id }) => id),
            texts: [row.check_id, row.value],
            most: MOST_REQUESTS,
          }),
    ]);
    const toPrint = {
      subject,
      accountId,
      decisions: decisions.map(toDecisionResponse),
      before,
      rules: {
        value: findStoredAmlRules(setting),
        changed: setting && { at: setting.updated_at, by: setting.updated_by, version: setting.version },
      },
      auditLog: { requests, head, lacking },
      printedBy: user?.name ?? (actorName === null ? null : `the key “${actorName}”`),
      printedAt: now(),
    };
    const content = await threads.run(printing, toPrint, { owner: accountId });
    if (content === undefined) return undefined;
    return { name: `aml-evidence-${row.check_id}.pdf`, type: 'application/pdf', content };
  });

  /** Undefined if there is no report. */
  async function withAnswer(row: ScreeningCheck): Promise<CheckWithAnswer | undefined> {
    const [check] = await toCheckResponses(db, row.account_id, [row]);
    const answer = await findAnswer(db, row.check_id);
    return check === undefined || answer === undefined ? undefined : { check, answer };
  }
}

/** What the caller lacks to see all requests about checks. */
function lackingOf(caller: SignedIn): string[] {
  const details = aboutChecks.flatMap(({ id }) => lackingForDetails(caller, detailsPermissionOf(id)));
  return [...new Set([...lackingFor(caller, listAuditLog), ...details])];
}
