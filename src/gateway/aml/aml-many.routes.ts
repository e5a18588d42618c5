import {
  previewAmlChecks,
  resumeAmlChecks,
  startAmlChecks,
  stopAmlChecks,
} from '#contract/gateway/aml-checks.ts';
import { type Host, serve } from '#http/serve.ts';
import type { SignedIn } from '../console-host.ts';
import { apiKeyOf } from '../caller.ts';
import { type AmlRoutesDeps, daysBefore, newCheck } from './aml-checks.routes.ts';
import { resumeCheck, stopCheck } from './check-stops.store.ts';
import { beginChecks, type Begun, findChecks, previewChecks } from './screening-checks.store.ts';
import { toCheckResponses } from './check-response.ts';
import { parseAnySubject, type Subject } from './read-subject.ts';

export function registerAmlManyRoutes(host: Host<SignedIn>, deps: AmlRoutesDeps): void {
  const { db, now, onDue } = deps;

  serve(host, previewAmlChecks, async ({ body, caller: { accountId } }) => {
    const sorted = sortOut(body.subjects);
    const recentSince = daysBefore(now(), body.recent_days);
    const { subjects } = sorted;
    const found = await previewChecks(db, { accountId, subjects, recentSince });
    return { results: await publishResults(accountId, sorted, found) };
  });

  serve(host, startAmlChecks, async ({ body, caller, request }) => {
    const { accountId } = caller;
    const sorted = sortOut(body.subjects);
    const apiKey = apiKeyOf(request, deps);
    const recentSince = daysBefore(now(), body.recent_days);
    const { subjects } = sorted;
    const begun = await beginChecks(db, { accountId, subjects, recentSince }, (subject) =>
      newCheck(subject, { ...deps, caller, apiKey, payer: body.payer_address, state: 'queued' }),
    );
    onDue();
    return { results: await publishResults(accountId, sorted, begun) };
  });

  serve(host, stopAmlChecks, async ({ body: { ids }, caller: { accountId } }) => {
    const checks = await findChecks(db, accountId, ids);
    for (const { check_id: id } of checks) await stopCheck(db, id, now());
    return { checks: await toCheckResponses(db, accountId, await findChecks(db, accountId, ids)) };
  });

  serve(host, resumeAmlChecks, async ({ body: { ids }, caller: { accountId }, request }) => {
    const apiKey = apiKeyOf(request, deps);
    const checks = await findChecks(db, accountId, ids);
    for (const check of checks) await resumeCheck(db, check, { ...deps, apiKey });
    onDue();
    return { checks: await toCheckResponses(db, accountId, await findChecks(db, accountId, ids)) };
  });

  /** In the order of what was sent. `found`: of each of the subjects that were sorted out; undefined for a new one. */
  async function publishResults(accountId: string, { sent }: Sorted, found: readonly (Begun | undefined)[]) {
    const checks = found.flatMap((each) => each?.check ?? []);
    const responses = await toCheckResponses(db, accountId, checks);
    const checkOf = (begun: Begun | undefined) =>
      responses.find(({ id }) => id === begun?.check.check_id) ?? null;
    return sent.map((each) => {
      if ('problems' in each) return { outcome: 'refused' as const, check: null, problems: each.problems };
      const begun = found[each.index];
      if (each.isDuplicate) return { outcome: 'duplicate' as const, check: checkOf(begun), problems: {} };
      return { outcome: begun?.outcome ?? ('new' as const), check: checkOf(begun), problems: {} };
    });
  }
}

type Sorted = {
  /** Each once, in the order in which they came. */
  subjects: Subject[];
  /** All that was sent: what is wrong with it, or which of the subjects it is. */
  sent: ({ problems: Record<string, string> } | { index: number; isDuplicate: boolean })[];
};

/** Skips values that can't be a subject, and duplicates. */
function sortOut(given: readonly unknown[]): Sorted {
  const indexes = new Map<string, number>();
  const subjects: Subject[] = [];
  const sent = given.map((each): Sorted['sent'][number] => {
    const read = parseAnySubject(each);
    if (!read.ok) return { problems: read.problems };
    const key = `${read.subject.network}:${read.subject.value}`;
    const known = indexes.get(key);
    if (known !== undefined) return { index: known, isDuplicate: true };
    const index = subjects.push(read.subject) - 1;
    indexes.set(key, index);
    return { index, isDuplicate: false };
  });
  return { subjects, sent };
}
