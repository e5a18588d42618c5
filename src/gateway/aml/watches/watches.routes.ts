import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  type AmlWatch,
  changeAmlWatch,
  changeAmlWatchBudget,
  createAmlWatch,
  deleteAmlWatch,
  listAmlWatches,
  markAmlWatchSeen,
  MOST_WATCHES,
} from '#contract/gateway/aml-watches.ts';
import type { AmlRules } from '#contract/gateway/aml-rules.ts';
import type { Tables } from '#database/tables.ts';
import type { Sanctions } from '#domain/aml/sanctions.ts';
import { stringifyJson } from '#domain/json.ts';
import { writeIsoTime } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import type { SignedIn } from '../../console-host.ts';
import { writeSetting } from '../../settings/settings.store.ts';
import { apiKeyOf } from '../../caller.ts';
import type { AmlRoutesDeps } from '../aml-checks.routes.ts';
import { findAmlRules } from '../aml-rules.ts';
import type { ScreeningCheck } from '../screening-checks.store.ts';
import { bandOfCheck } from '../check-response.ts';
import { parseSubject } from '../read-subject.ts';
import { type Screening, screenSubjects } from '../sanctions/screening.ts';
import { findBudget } from './budget.ts';
import { sealOfWatch, runDueCycles } from './due-watches.ts';
import {
  changeWatch,
  countWatches,
  deleteWatch,
  findWatchNetwork,
  insertWatch,
  listWatches,
  markSeen,
  type WatchWithResults,
} from './watches.store.ts';

/** Monitoring belongs to the account: all its keys see the same. */
export function registerAmlWatches(host: Host<SignedIn>, deps: AmlRoutesDeps): void {
  const { db, cipher, now } = deps;

  serve(host, listAmlWatches, async ({ caller: { accountId } }) => {
    const watches = await toWatchResponses(db, accountId);
    return {
      watches: watches.toSorted((a, b) => Number(b.is_news) - Number(a.is_news)),
      budget: await findBudget(db, accountId, now()),
    };
  });

  serve(host, createAmlWatch, async ({ body, caller: { accountId, actorName }, request }) => {
    const read = parseSubject(body);
    if (!read.ok) throw validationError(read.problems);
    // Counted without a lock: simultaneous inserts may exceed it by their number, which does no harm.
    if ((await countWatches(db, accountId)) >= MOST_WATCHES) {
      throw new ServiceError(
        409,
        `The account monitors ${MOST_WATCHES} subjects, the maximum. Stop monitoring one first`,
      );
    }
    const id = `watch_${randomBytes(12).toString('hex')}`;
    const at = now();
    const isNew = await insertWatch(db, {
      watch_id: id,
      account_id: accountId,
      ...read.subject,
      every_days: body.every_days,
      version: 1,
      ...sealed(id, apiKeyOf(request, deps), actorName),
      created_at: at,
      next_at: at,
      hindrance: null,
      seen_check_id: null,
    });
    if (!isNew) throw new ServiceError(409, 'This subject is already monitored');
    await runDueCycles(deps, { accountId, watchId: id });
    return await toWatchResponse(db, accountId, id);
  });

  serve(host, changeAmlWatch, async ({ body, caller: { accountId, actorName }, request }) => {
    const { id, version, every_days } = body;
    await requireWatch(db, accountId, id);
    const change = { every_days, ...sealed(id, apiKeyOf(request, deps), actorName) };
    // The cycle is due now, and waits for as long as the last report is recent enough.
    const next_at = now();
    if (!(await changeWatch(db, { accountId, id, version }, { ...change, next_at })))
      throw changedMeanwhile();
    await runDueCycles(deps, { accountId, watchId: id });
    return await toWatchResponse(db, accountId, id);
  });

  serve(host, deleteAmlWatch, async ({ body: { id, version }, caller: { accountId } }) => {
    await requireWatch(db, accountId, id);
    if (!(await deleteWatch(db, { accountId, id, version }))) throw changedMeanwhile();
    return { result: 'success' as const };
  });

  serve(host, markAmlWatchSeen, async ({ body: { id, check_id }, caller: { accountId } }) => {
    if (!(await markSeen(db, { accountId, id }, check_id))) throw noSuchWatch();
    return { result: 'success' as const };
  });

  serve(host, changeAmlWatchBudget, async ({ body: { version, per_month }, caller }) => {
    const { accountId, actorName } = caller;
    const at = now();
    const written = await writeSetting(db, {
      account_id: accountId,
      name: 'aml_watch_budget',
      value: stringifyJson({ per_month }),
      version: version + 1,
      updated_at: at,
      updated_by: actorName,
    });
    if (written === undefined) throw changedMeanwhile();
    await db
      .updateTable('aml_watches')
      .set({ next_at: at })
      .where('account_id', '=', accountId)
      .where('hindrance', '=', 'budget')
      .execute();
    await runDueCycles(deps, { accountId });
    return await findBudget(db, accountId, at);
  });

  function sealed(id: string, apiKey: string, actorName: string | null) {
    return {
      key_name: actorName,
      key_fingerprint: cipher.fingerprint(apiKey),
      sealed_key: cipher.encrypt(apiKey, sealOfWatch(id)),
    };
  }
}

async function requireWatch(db: Kysely<Tables>, accountId: string, id: string): Promise<void> {
  if ((await findWatchNetwork(db, { accountId, id })) === undefined) throw noSuchWatch();
}

async function toWatchResponse(db: Kysely<Tables>, accountId: string, id: string): Promise<AmlWatch> {
  const [watch] = await toWatchResponses(db, accountId, id);
  if (watch === undefined) throw noSuchWatch();
  return watch;
}

async function toWatchResponses(db: Kysely<Tables>, accountId: string, id?: string): Promise<AmlWatch[]> {
  const rules = await findAmlRules(db, accountId);
  const watches = await listWatches(db, accountId, id);
  const screening = await screenSubjects(
    db,
    accountId,
    watches.map(({ watch }) => watch),
  );
  return watches.map((watch) => toResponse(watch, rules, screening));
}

function toResponse(
  { watch, last, before, isRunning, isNews }: WatchWithResults,
  rules: AmlRules,
  screening: Screening,
): AmlWatch {
  const sanctions = last === undefined ? screening.ofSubject(watch) : screening.ofCheck(last);
  const { watch_id, kind, network, value, every_days, version, key_name, hindrance } = watch;
  return {
    id: watch_id,
    kind,
    network,
    value,
    every_days,
    version,
    key_name,
    created_at: writeIsoTime(watch.created_at),
    next_at: writeIsoTime(watch.next_at),
    hindrance,
    is_running: isRunning,
    sanctions,
    last: resultOf(last, rules, sanctions),
    before: resultOf(before, rules, before && screening.ofCheckThen(before)),
    is_news: isNews,
  };
}

function resultOf(
  check: ScreeningCheck | undefined,
  rules: AmlRules,
  sanctions: Sanctions | null | undefined,
): AmlWatch['last'] {
  if (check === undefined || sanctions == null || check.ended_at === null) return null;
  const band = bandOfCheck(check, rules, sanctions);
  if (band === null) return null;
  const { check_id, score, is_not_found } = check;
  return { check_id, score, band, is_not_found, ended_at: writeIsoTime(check.ended_at) };
}

function noSuchWatch(): ServiceError {
  return new ServiceError(404, 'Monitored subject not found. Monitoring may have been stopped');
}

function changedMeanwhile(): ServiceError {
  return new ServiceError(
    409,
    'Someone else changed it first, so your change wasn’t saved. Reload it and try again',
  );
}
