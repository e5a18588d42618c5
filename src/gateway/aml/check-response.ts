import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import type { AmlDecisionRecord } from '#contract/gateway/aml-bands.ts';
import type { AmlRules } from '#contract/gateway/aml-rules.ts';
import type { Tables } from '#database/tables.ts';
import { bandOf, bandOfScore, type Finding, ratingOf, weighFindings } from '#domain/aml/bands.ts';
import type { Sanctions } from '#domain/aml/sanctions.ts';
import { type Decimal, isDecimal } from '#domain/decimal.ts';
import { type Instant, writeIsoTime } from '#domain/time.ts';
import { findAmlRules } from './aml-rules.ts';
import type { DecisionRow } from './carried-decisions.store.ts';
import { findDecisions, type ScreeningCheck } from './screening-checks.store.ts';
import { type Screening, screenSubjects } from './sanctions/screening.ts';

const storedShare = z.nullable(z.custom<Decimal>((value) => typeof value === 'string' && isDecimal(value)));

const storedFindings = z.array(
  z.object({
    name: z.string(),
    share: storedShare,
    direct: storedShare,
    isDirectHit: z.boolean(),
  }),
);

/** The checks as the account's rules read them now. */
export async function toCheckResponses(
  db: Kysely<Tables>,
  accountId: string,
  checks: readonly ScreeningCheck[],
): Promise<AmlCheck[]> {
  const rules = await findAmlRules(db, accountId);
  const decisions = await findDecisions(db, checks);
  const screening = await screenSubjects(db, accountId, checks);
  return checks.map((check) => toResponse(check, decisions.get(check.decision_id ?? ''), rules, screening));
}

/** The findings of a finished check; null for any other. */
export function bandOfCheck(
  check: ScreeningCheck,
  rules: AmlRules,
  sanctions: Pick<Sanctions, 'named_by'>,
): AmlCheck['band'] {
  if (check.state !== 'finished') return null;
  const known = { ...sanctions, isNotFound: check.is_not_found };
  return ratingOf(known, check.score, findingsOfCheck(check), rules);
}

/**
 * The category that decides the rating of a finished check; null where its score, a sanctions list, or that the subject
 * was not found does.
 */
export function decisiveCategoryOf(
  check: ScreeningCheck,
  rules: AmlRules,
  { named_by: lists }: Pick<Sanctions, 'named_by'>,
): string | null {
  const findings = findingsOfCheck(check);
  const [first] = weighFindings(findings, rules);
  const band = bandOf(check.score, findings, rules);
  const isDecisive =
    lists.length === 0 &&
    first?.counts === true &&
    (first.severity ?? 'medium') === band &&
    band !== bandOfScore(check.score, rules) &&
    !(check.is_not_found && band === 'unknown');
  return isDecisive ? first.name : null;
}

export function toDecisionResponse(row: DecisionRow): AmlDecisionRecord {
  const { decision_id, check_id, checked_at, decision, note, band, decided_by, key_fingerprint, decided_at } =
    row;
  return {
    id: decision_id,
    check_id,
    checked_at: writeIsoTime(checked_at),
    decision,
    note,
    band,
    decided_by,
    key_fingerprint,
    decided_at: writeIsoTime(decided_at),
  };
}

function findingsOfCheck({ findings }: ScreeningCheck): Finding[] {
  return findings === null ? [] : z.parse(storedFindings, findings);
}

function toResponse(
  check: ScreeningCheck,
  decision: DecisionRow | undefined,
  rules: AmlRules,
  screening: Screening,
): AmlCheck {
  const sanctions = screening.ofCheck(check);
  const { state, uid, failure_message: message } = check;
  const isAskedAgain = state === 'waiting' || (state === 'queued' && message !== null);
  return {
    id: check.check_id,
    kind: check.kind,
    network: check.network,
    value: check.value,
    state,
    payer_address: check.payer_address,
    uid,
    asked_by: check.asked_by,
    key_fingerprint: check.key_fingerprint,
    created_at: writeIsoTime(check.created_at),
    updated_at: writeIsoTime(check.updated_at),
    ended_at: momentOf(check.ended_at),
    next_recheck_at: isAskedAgain ? momentOf(check.next_at) : null,
    rechecks: check.rechecks,
    failure:
      message === null
        ? null
        : { http_status: check.failure_status, code: check.failure_code ?? '', message },
    can_resume: state === 'stopped' || ((state === 'failed' || state === 'lost') && uid !== null),
    score: check.score,
    band: bandOfCheck(check, rules, sanctions),
    is_not_found: check.is_not_found,
    sanctions,
    sanctions_then: screening.ofCheckThen(check),
    categories: weighFindings(findingsOfCheck(check), rules).map(
      ({ name, share, direct, isDirectHit, severity, counts }) => ({
        name,
        share,
        direct_share: direct,
        is_direct_hit: isDirectHit,
        severity,
        counts,
      }),
    ),
    checks_left: check.checks_left,
    report_sha256: check.report_sha256,
    has_pdf: check.has_pdf,
    decision: decision === undefined ? null : toDecisionResponse(decision),
  };
}

function momentOf(instant: Instant | null): string | null {
  return instant === null ? null : writeIsoTime(instant);
}
