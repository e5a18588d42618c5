import { contradictedBy } from '#contract/check-answer.ts';
import type { CapabilityState } from '#contract/gateway/capabilities.ts';
import type { ParameterMeaning } from '#contract/list-parameters.ts';
import type { Operation } from '#contract/operation.ts';
import { impossibleOf, seenValue, unknownParameter } from '#contract/probe-values.ts';
import type { AskList } from './ask-list.ts';

export type Finding = { state: CapabilityState; detail: string | null };

type Row = { value: Readonly<Record<string, unknown>> };

/** The list that is asked, and some of its rows. */
export type ProbedList = {
  operation: Operation;
  ask: AskList;
  rows: readonly Row[];
  /** The most rows that can be asked for. */
  pageSize: number;
};

/** The provider took no notice of the parameter. */
export const ignored: Finding = { state: 'disproved', detail: 'ignored' };
const works: Finding = { state: 'proved', detail: null };
export const unknown = (detail: string): Finding => ({ state: 'unknown', detail });
const refused = (reason: string): Finding => ({ state: 'disproved', detail: reason });

/** Enough to include a row that doesn't match. */
const sampleSize = 25;

/**
 * Whether a parameter filters: a value that no row has gives nothing or an error that names it, and one that a row has
 * gives only rows that match. `sentName`: another name than the contract's.
 */
export async function probeParameter(
  { operation, ask, rows, pageSize }: ProbedList,
  name: string,
  meaning: ParameterMeaning,
  sentName = name,
): Promise<Finding> {
  if (rows.length === 0) return unknown('The account has no rows to try it on.');
  const nothing = await ask({ [sentName]: impossibleOf(meaning), limit: '1' });
  if (nothing.kind === 'rows' && nothing.rows.length > 0) return ignored;
  if (nothing.kind === 'failed') return unknown(nothing.reason);
  if (nothing.kind === 'missing') return unknown('The operation doesn’t exist.');
  const reason = nothing.kind === 'refused' ? nothing.reasonOf(sentName) : undefined;
  if (reason !== undefined && unknownParameter.test(reason)) return refused(reason);
  const value = seenValue(operation, name, meaning, rows);
  if (value === undefined) return unknown('No row has a value to try it on.');
  // What was refused may be the value, or something else. Rows tell, where those without the parameter differ.
  const first = rows.slice(0, Math.min(sampleSize, pageSize));
  const canTell = first.some((row) => contradictedBy(operation, { [name]: value }, row).length > 0);
  if (nothing.kind === 'refused' && reason === undefined && !canTell) {
    return unknown('The provider refused it without naming it.');
  }
  const some = await ask({ [sentName]: value, limit: String(Math.min(sampleSize, pageSize)) });
  if (some.kind === 'refused') {
    const why = some.reasonOf(sentName);
    return why === undefined && nothing.kind === 'refused' && reason === undefined
      ? unknown('The provider refused it without naming it.')
      : refused(why ?? 'refused');
  }
  if (some.kind !== 'rows') return unknown(some.kind === 'failed' ? some.reason : 'The operation is gone.');
  if (some.rows.length === 0) return refused('It finds nothing.');
  const isWrong = some.rows.some((row) => contradictedBy(operation, { [name]: value }, row).length > 0);
  return isWrong ? ignored : works;
}
