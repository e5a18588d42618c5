import { randomBytes } from 'node:crypto';
import { decideAmlCheck, needsNote } from '#contract/gateway/aml-decisions.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import type { SignedIn } from '../console-host.ts';
import { apiKeyOf } from '../caller.ts';
import { type AmlRoutesDeps, noSuchCheck } from './aml-checks.routes.ts';
import { findAmlRules } from './aml-rules.ts';
import { withMoment } from './carried-decisions.store.ts';
import { appendDecision } from './decisions.store.ts';
import { findChecks } from './screening-checks.store.ts';
import { bandOfCheck, toDecisionResponse } from './check-response.ts';
import { screenSubjects } from './sanctions/screening.ts';

export function registerAmlDecisionRoutes(host: Host<SignedIn>, deps: AmlRoutesDeps): void {
  const { db, now, cipher } = deps;

  serve(host, decideAmlCheck, async ({ body, caller, request }) => {
    const { check_id: id, decision, note, after } = body;
    const [check] = await findChecks(db, caller.accountId, [id]);
    if (check === undefined) throw noSuchCheck();
    const screening = await screenSubjects(db, caller.accountId, [check]);
    const rules = await findAmlRules(db, caller.accountId);
    const band = bandOfCheck(check, rules, screening.ofCheck(check));
    if (band === null)
      throw new ServiceError(409, 'The check has no report yet, so there is nothing to decide');
    if (needsNote(decision, band) && note === '') {
      throw validationError({
        note:
          band === 'unknown'
            ? 'Enter a note: the risk is unknown, so say what the decision is based on.'
            : `Enter a note: “${decision}” overrides the ${band} risk rating.`,
      });
    }
    const row = {
      decision_id: `decision_${randomBytes(12).toString('hex')}`,
      check_id: id,
      decision,
      note,
      band,
      decided_by: caller.actorName,
      key_fingerprint: cipher.fingerprint(apiKeyOf(request, deps)),
      decided_at: now(),
    };
    const written = await appendDecision(db, check, row, after);
    if (written === 'paying') {
      throw new ServiceError(
        409,
        'A payment to this address is being sent, so it can’t be rejected yet. Try again in a minute',
      );
    }
    if (written === 'outdated') {
      throw new ServiceError(
        409,
        'Someone else decided first, so your decision wasn’t saved. Review theirs first',
      );
    }
    return toDecisionResponse(withMoment({ ...written, checked_at: check.ended_at }));
  });
}
