import { areGroupsTorn, orderOf, stepsOf } from './check-answer.ts';
import { type AskedQuery, withDefaults } from './asked-query.ts';
import type { Operation } from './operation.ts';

type Row = { value: Readonly<Record<string, unknown>> };

/** This many neighbors in the right order can't be a coincidence: the odds are 1 in 720 for six rows. */
const enoughSteps = 5;

/** What rows say about the order that they were asked for in. `open`: too few of them differ. */
export type OrderVerdict = 'as_asked' | 'reversed' | 'other' | 'open';

export function judgeOrder(operation: Operation, query: AskedQuery, rows: readonly Row[]): OrderVerdict {
  const meanings = Object.entries(operation.rows?.parameters ?? {});
  const order = orderOf(meanings, withDefaults(operation, query));
  if (order === undefined) return 'open';
  const { key, valueOf, isDescending } = order;
  // Which group comes first is up to the provider.
  if (key === 'groups') return areGroupsTorn(rows, valueOf) ? 'other' : 'open';
  const steps = stepsOf(rows, valueOf, key).filter((step) => step !== 0);
  const right = steps.filter((step) => step < 0 === isDescending).length;
  if (right > 0 && right < steps.length) return 'other';
  if (steps.length < enoughSteps) return 'open';
  return right === steps.length ? 'as_asked' : 'reversed';
}
