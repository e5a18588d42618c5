import { isZero, type Decimal } from '#domain/decimal.ts';
import { parseTimestamp } from '#domain/time.ts';
import { canJudge, contradictedBy } from './check-answer.ts';
import { textOf } from './asked-query.ts';
import type { ParameterMeaning } from './list-parameters.ts';
import type { Operation } from './operation.ts';

// Values by which a provider shows whether it knows a parameter.

type Row = { value: Readonly<Record<string, unknown>> };

/** How providers say that they don't know a parameter, rather than its value. */
export const unknownParameter =
  /unknown|unsupported|not supported|unexpected|unrecogni[sz]ed|not recogni[sz]ed|not allowed|no such|additional propert/i;

/** A value that no row has, in the form that the parameter wants. */
export function impossibleOf(meaning: ParameterMeaning): string {
  if (meaning.kind === 'from') return '2999-12-31T00:00:00Z';
  return meaning.kind === 'to' ? '2001-01-01T00:00:00Z' : 'no-such-value-0';
}

/** A value that a row has, if possible one that another row lacks. */
export function seenValue(
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
