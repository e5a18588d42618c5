import { randomBytes } from 'node:crypto';
import { readAmlCheck } from '#contract/gateway/aml-checks.ts';
import { type RecentDays, startAmlCheck } from '#contract/gateway/aml-start.ts';
import { findAmlResults, findSeenNetworks } from '#contract/gateway/aml-results.ts';
import { readAmlActivity } from '#contract/gateway/aml-activity.ts';
import type { AmlBand } from '#contract/gateway/aml-bands.ts';
import { listAmlChecks } from '#contract/gateway/aml-library.ts';
import { sumAmlChecks } from '#contract/gateway/list-sums.ts';
import { type AmlNetwork, amlNetworks } from '#domain/networks.ts';
import { recognise } from '#domain/recognise.ts';
import { addMs, type Instant, instantFromDate, writeIsoTime } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import type { SignedIn } from '../console-host.ts';
import type { EmbeddedProvider } from '../gateway-deps.ts';
import { ownSums } from '../own-sums.ts';
import type { AskService } from '../sessions/key-check.ts';
import { apiKeyOf, type SessionOf } from '../caller.ts';
import { findAmlRules } from './aml-rules.ts';
import { type DecisionRow, findLatestDecision } from './carried-decisions.store.ts';
import { listActivity, listChecks, sumChecks } from './check-list.store.ts';
import { type CheckSteps, sealOf, type StepDeps } from './check-steps.ts';
import {
  beginChecks,
  findAnswer,
  findChecks,
  findDecisions,
  findRunning,
  type ScreeningCheck,
  keyOfSubject,
  latestFinished,
  listDecisions,
  listOthers,
} from './screening-checks.store.ts';
import { bandOfCheck, decisiveCategoryOf, toCheckResponses, toDecisionResponse } from './check-response.ts';
import { parseSubject, type Subject } from './read-subject.ts';
import { screenSubjects } from './sanctions/screening.ts';
import { findSeenOn } from './seen-networks.ts';

export type AmlRoutesDeps = Pick<StepDeps, 'db' | 'cipher' | 'log' | 'now'> & {
  steps: CheckSteps;
  /** To be called when there are checks that may be due. */
  onDue: () => void;
  /** For so long no other process claims the same check. */
  leaseMs: number;
  sessionOf: SessionOf;
  ask: AskService;
  /** Terms of our own wallet service; undefined with a remote one. */
  checkTerms: EmbeddedProvider['checkTerms'] | undefined;
};

const DAY_MS = 86_400_000;
const MOST_SHOWN = 20;
const MOST_OTHERS = 50;

/** The library belongs to the account: each of its keys that may read transactions sees all of it. */
export function registerAmlCheckRoutes(host: Host<SignedIn>, deps: AmlRoutesDeps): void {
  const { db, now, steps, onDue } = deps;

  serve(host, startAmlCheck, async ({ body, caller, request }) => {
    const { accountId } = caller;
    const read = parseSubject(body);
    if (!read.ok) throw validationError(read.problems);
    const apiKey = apiKeyOf(request, deps);
    const recentSince = daysBefore(now(), body.recent_days);
    const [begun] = await beginChecks(db, { accountId, subjects: [read.subject], recentSince }, (subject) =>
      newCheck(subject, { ...deps, caller, apiKey, payer: body.payer_address, state: 'asking' }),
    );
    if (begun === undefined) throw new Error('A subject was neither begun nor found.');
    if (begun.outcome === 'started') {
      await steps.ask(begun.check, apiKey);
      onDue();
    }
    return { outcome: begun.outcome, check: await findCheckResponse(begun.check.check_id, accountId) };
  });

  serve(host, listAmlChecks, async ({ query, caller: { accountId } }) => {
    const { count, checks } = await listChecks(db, accountId, query, await findAmlRules(db, accountId));
    return { count, checks: await toCheckResponses(db, accountId, checks) };
  });

  serve(host, sumAmlChecks, async ({ query, caller: { accountId } }) =>
    ownSums(await sumChecks(db, accountId, query, await findAmlRules(db, accountId))),
  );

  serve(host, readAmlCheck, async ({ query: { id }, caller: { accountId } }) => {
    const [check] = await findChecks(db, accountId, [id]);
    if (check === undefined) throw noSuchCheck();
    const [answer, decisions, latest, others] = await Promise.all([
      findAnswer(db, id),
      listDecisions(db, id),
      findLatestDecision(db, check),
      listOthers(db, check, MOST_OTHERS),
    ]);
    const [first, ...responses] = await toCheckResponses(db, accountId, [check, ...others]);
    if (first === undefined) throw noSuchCheck();
    return {
      check: first,
      report: answer?.toString('utf8') ?? null,
      decisions: decisions.map(toDecisionResponse),
      other_decision: latest && !isDecidedSince(decisions, latest) ? toDecisionResponse(latest) : null,
      others: responses,
    };
  });

  serve(host, readAmlActivity, async ({ caller: { accountId } }) => {
    const endedSince = addMs(now(), -DAY_MS);
    const found = await listActivity(db, accountId, { endedSince, most: MOST_SHOWN });
    const { running, ended, runningCount, last } = found;
    const responses = await toCheckResponses(db, accountId, [...running, ...ended]);
    const terms = await deps.checkTerms?.(accountId);
    const checksLeft = last?.checks_left ?? null;
    return {
      running_count: runningCount,
      running: responses.slice(0, running.length),
      ended: responses.slice(running.length),
      price: terms?.price ?? null,
      checks_left:
        terms !== undefined
          ? { count: String(terms.checksLeft), reported_at: writeIsoTime(now()) }
          : checksLeft === null || last?.ended_at === undefined || last.ended_at === null
            ? null
            : { count: checksLeft, reported_at: writeIsoTime(last.ended_at) },
    };
  });

  serve(host, findAmlResults, async ({ body: { subjects }, caller: { accountId } }) => {
    const asked = subjects.map(canonical);
    const known = asked.filter((subject) => subject !== undefined);
    const [rules, running, finished] = await Promise.all([
      findAmlRules(db, accountId),
      findRunning(db, accountId, known),
      latestFinished(db, accountId, known),
    ]);
    const decisions = await findDecisions(db, finished);
    const isCarriedOver = ({ check_id: id, decision_id: decision }: ScreeningCheck): boolean =>
      decision !== null && decisions.get(decision)?.check_id !== id;
    const screening = await screenSubjects(db, accountId, known);
    const lastOf = new Map(finished.map((row) => [keyOfSubject(row), row]));
    const runs = new Set(running.map(keyOfSubject));
    const results = asked.map((subject) => {
      if (subject === undefined) return { is_running: false, sanctions: null, last: null };
      const key = keyOfSubject(subject);
      const row = lastOf.get(key);
      const sanctions = row === undefined ? screening.ofSubject(subject) : screening.ofCheck(row);
      const last =
        row === undefined
          ? null
          : resultOf(row, {
              band: bandOfCheck(row, rules, sanctions),
              driver: decisiveCategoryOf(row, rules, sanctions),
              isCarriedOver: isCarriedOver(row),
            });
      return { is_running: runs.has(key), sanctions, last };
    });
    return { results };
  });

  serve(host, findSeenNetworks, async ({ body: { values }, caller, request }) => {
    const found = await findSeenOn(deps, { caller, apiKey: apiKeyOf(request, deps) }, values);
    return { results: found.map((seen) => ({ seen })) };
  });

  async function findCheckResponse(id: string, accountId: string) {
    const [check] = await toCheckResponses(db, accountId, await findChecks(db, accountId, [id]));
    if (check === undefined) throw noSuchCheck();
    return check;
  }
}

/** Whether the check has a decision that isn't older than the latest one on its subject. */
function isDecidedSince([own]: readonly DecisionRow[], latest: DecisionRow): boolean {
  return own !== undefined && own.decided_at >= latest.decided_at;
}

export function noSuchCheck(): ServiceError {
  return new ServiceError(404, 'AML check not found');
}

/** Since when a report counts as recent; undefined for 0 days: then nothing is. */
export function daysBefore(at: Instant, days: RecentDays): Instant | undefined {
  if (days === 'ever') return instantFromDate(new Date(0));
  return days === 0 ? undefined : addMs(at, -days * DAY_MS);
}

type NewCheck = Pick<AmlRoutesDeps, 'cipher' | 'now' | 'leaseMs'> & {
  caller: Pick<SignedIn, 'accountId' | 'actorName'>;
  apiKey: string;
  payer: string | undefined;
  /** `asking`: the process that stores it asks at once; `queued`: any worker may claim it. */
  state: 'queued' | 'asking';
};

export function newCheck(subject: Subject, made: NewCheck): ScreeningCheck {
  const { cipher, caller, apiKey, payer, state, leaseMs } = made;
  const id = `aml_${randomBytes(12).toString('hex')}`;
  const at = made.now();
  return {
    check_id: id,
    account_id: caller.accountId,
    ...subject,
    state,
    lease_version: 1,
    payer_address: payer ?? null,
    uid: null,
    asked_by: caller.actorName,
    key_fingerprint: cipher.fingerprint(apiKey),
    sealed_key: cipher.encrypt(apiKey, sealOf(id)),
    created_at: at,
    updated_at: at,
    ended_at: null,
    tried_since: at,
    next_at: state === 'queued' ? at : addMs(at, leaseMs),
    rechecks: 0,
    failures: 0,
    failure_status: null,
    failure_code: null,
    failure_message: null,
    score: null,
    findings: null,
    categories: null,
    is_sanctioned: null,
    is_not_found: false,
    checks_left: null,
    report_sha256: null,
    pdf_link: null,
    has_pdf: false,
    decision_id: null,
    decision: null,
  };
}

/** Undefined for what no check can be of. */
function canonical({ network, value }: { network: string; value: string }) {
  const known: AmlNetwork | undefined = amlNetworks.find((code) => code === network);
  const read = known && recognise(value);
  const found =
    read?.ok === true ? read.candidates.find((candidate) => candidate.network === known) : undefined;
  return known && found && { network: known, value: found.value, kind: found.kind };
}

type Rated = { band: AmlBand | null; driver: string | null; isCarriedOver: boolean };

function resultOf(check: ScreeningCheck, { band, driver, isCarriedOver }: Rated) {
  if (band === null || check.ended_at === null) {
    throw new Error(`The check ${check.check_id} is not finished.`);
  }
  return {
    id: check.check_id,
    score: check.score,
    band,
    decisive_category: driver,
    is_not_found: check.is_not_found,
    ended_at: writeIsoTime(check.ended_at),
    decision: check.decision,
    is_decision_carried_over: isCarriedOver,
  };
}
