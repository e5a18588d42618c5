import {
  listSanctionsHits,
  listWithdrawalReasons,
  SANCTIONS_HIT_DAYS,
} from '#contract/gateway/withdrawal-reasons.ts';
import { addMs, type Clock } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import type { SignedIn } from './console-host.ts';
import type { WithdrawalReasons } from './gateway-deps.ts';

const DAY_MS = 86_400_000;

/** `reasons`: left out with a remote wallet service, which gives none. */
export function registerWithdrawalReasonRoutes(
  host: Host<SignedIn>,
  { reasons, now }: { reasons: WithdrawalReasons | undefined; now: Clock },
): void {
  serve(host, listWithdrawalReasons, async ({ query, caller: { accountId } }) => ({
    reasons: reasons === undefined ? null : await reasons.list(accountId, query.request_ids.split(',')),
  }));
  serve(host, listSanctionsHits, async ({ caller: { accountId } }) => {
    if (reasons === undefined) return { count: null, latest: [] };
    const since = addMs(now(), -SANCTIONS_HIT_DAYS * DAY_MS);
    return await reasons.listSanctionsHits(accountId, since);
  });
}
