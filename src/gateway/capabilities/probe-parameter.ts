import { canJudge, contradictedBy, textOf } from '#contract/check-answer.ts';
import type { CapabilityState } from '#contract/gateway/capabilities.ts';
import type { ParameterMeaning } from '#contract/list-parameters.ts';
import type { Operation } from '#contract/operation.ts';
import { isZero, type Decimal } from '#domain/decimal.ts';
import { parseTimestamp } from '#domain/time.ts';
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

/** How providers say that they don't know a parameter, rather than its value. */
export const unknownParameter =
  /unknown|unsupported|not supported|unexpected|unrecogni[sz]ed|not recogni[sz]ed|not allowed|no such|additional propert/i;

/** A value that no row has, in the form that the parameter wants. */
export function impossibleOf(meaning: ParameterMeaning): string {
  if (meaning.kind === 'from') return '2999-12-31T00:00:00Z';
  return meaning.kind === 'to' ? '2001-01-01T00:00:00Z' : 'no-such-value-0';
}

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

/** A value that a row has, if possible one that another row lacks. */
function seenValue(
  operation: Operation,
  name: string,
  meaning: ParameterMeaning,
  rows: readonly Row[],
): string | undefined {
  const values = rows.flatMap((row) => {
    const value = canJudge(operation, name, row) ? valueOf(meaning, row.value) : undefined;
    return value === undefined ? [] : [value];
  });
  const lacks = (value: string) =>
    rows.some((row) => contradictedBy(operation, { [name]: value }, row).length > 0);
  return values.find(lacks) ?? values[0];
}

function valueOf(meaning: ParameterMeaning, row: Row['value']): string | undefined {
  switch (meaning.kind) {
    case 'equals':
      return textOf(row[meaning.field]) || undefined;
    case 'contains':
      return meaning.fields.map((field) => textOf(row[field])).find((text) => text.length >= 3);
    case 'holds':
      return heldCurrency(row[meaning.field]);
    case 'from':
    case 'to': {
      const text = row[meaning.field];
      return typeof text === 'string' ? parseTimestamp(text)?.instant : undefined;
    }
    case 'sort':
    case 'direction':
    case 'limit':
    case 'offset':
    default:
      return undefined;
  }
}

function heldCurrency(balances: unknown): string | undefined {
  if (typeof balances !== 'object' || balances === null) return undefined;
  const held = Object.entries(balances as Record<string, { available: Decimal }>).find(
    ([, { available }]) => !isZero(available),
  );
  return held?.[0];
}
