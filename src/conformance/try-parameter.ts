import { isDeepStrictEqual } from 'node:util';
import { contradictedBy } from '#contract/check-answer.ts';
import { withoutDefaults } from '#contract/asked-query.ts';
import { judgeOrder } from '#contract/judge-order.ts';
import type { ParameterMeaning } from '#contract/list-parameters.ts';
import type { Operation } from '#contract/operation.ts';
import { impossibleOf, seenValue, unknownParameter } from '#contract/probe-values.ts';
import { NotCheckable } from './check.ts';
import type { AnyList } from './judge-answer.ts';
import type { Provider } from './provider.ts';
import { type Query, readFirstRows, readList, recallFirstRows } from './read-list.ts';

/** Which parameter, and by which name the provider is asked. */
type Tried = { operation: Operation; name: string; meaning: ParameterMeaning; sentName?: string };

const few = 25;

/** Whether a refusal says that the provider doesn't know this parameter, rather than its value. */
export function isUnknownParameter(name: string, problem: string): boolean {
  const isNamed = new RegExp(`(?:^|\\W)${name}(?:$|\\W)`).test(problem);
  return /answered 4\d\d /.test(problem) && isNamed && unknownParameter.test(problem);
}

/** How a filter differs: a value that no row has must give none, one that a row has only rows that match. */
export async function filterProblem(
  { operation, name, meaning, sentName = name }: Tried,
  provider: Provider,
): Promise<string | undefined> {
  const first = await recallFirstRows(operation, provider);
  const value = seenValue(operation, name, meaning, first.rows);
  if (value === undefined) throw new NotCheckable(`no row has a value for ${name}`);
  const query: Query = { [sentName]: value };
  const some = await readList(operation, provider, query);
  if ('refusal' in some) return `answered ${some.refusal}`;
  const { rows, stated } = some.list;
  const stranger = rows.find((row) => contradictedBy(operation, { [name]: value }, row).length > 0);
  if (stranger !== undefined) return `${sentName}=${value} shows rows that don’t match`;
  if (rows.length === 0) return `${sentName}=${value} shows nothing`;
  const nothing = await readList(operation, provider, { [sentName]: impossibleOf(meaning), limit: '1' });
  if ('list' in nothing && nothing.list.rows.length > 0) {
    return `${sentName}=${impossibleOf(meaning)} shows rows`;
  }
  const known = first.rows.filter((row) => contradictedBy(operation, { [name]: value }, row).length === 0);
  return stated !== null && stated < Math.min(known.length, rows.length)
    ? `${sentName}=${value} counts ${stated} rows and shows ${rows.length}`
    : undefined;
}

/** How an order differs. The default is never asked for by name. `named`: the names that the provider is asked by. */
export async function orderProblem(
  operation: Operation,
  order: { sort_by: string; sort_direction: 'asc' | 'desc' },
  provider: Provider,
  named: (name: string) => string = (name) => name,
): Promise<string | undefined> {
  const query = withoutDefaults(operation, order);
  const sent = Object.fromEntries(Object.entries(query).map(([name, value]) => [named(name), value]));
  const first = await readFirstRows(operation, provider);
  const read = await readList(operation, provider, sent);
  if ('refusal' in read) return `answered ${read.refusal}`;
  const { rows } = read.list;
  if (rows.length < 2) throw new NotCheckable('fewer than two rows');
  const verdict = judgeOrder(operation, order, rows);
  if (verdict === 'reversed') return 'the rows are in the opposite order';
  if (verdict === 'other') return 'the rows are in another order';
  if (Object.keys(sent).length > 0 && isDeepStrictEqual(rows, first.rows)) {
    throw new NotCheckable('the rows are in this order anyway');
  }
  return undefined;
}

const steps = [1, 7, 14];

/** The rows after an offset are those of the whole page. Rows that arrive meanwhile move them: then all is read again. */
export async function offsetProblem(
  { operation, sentName = 'offset' }: Pick<Tried, 'operation' | 'sentName'>,
  id: string,
  provider: Provider,
): Promise<string | undefined> {
  const idsOf = ({ rows }: AnyList) => rows.map(({ value }) => String(value[id])).slice(0, few);
  let problem: string | undefined;
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const whole = idsOf(await readFirstRows(operation, provider));
    if (whole.length < 2) throw new NotCheckable('fewer than two rows');
    problem = undefined;
    for (const offset of steps.filter((step) => step < whole.length)) {
      const page = await readList(operation, provider, { [sentName]: String(offset) });
      if ('refusal' in page) return `answered ${page.refusal}`;
      const expected = whole.slice(offset);
      const given = idsOf(page.list).slice(0, expected.length);
      if (given.join('\n') !== expected.join('\n')) problem = `${sentName}=${offset} shows other rows`;
    }
    if (problem === undefined) return undefined;
  }
  return problem;
}

/** Sizes that the console asks for, the most that the interface allows first. */
const pageSizes = [300, 100, 50, 25, 10];

/** The largest page, and how the provider refuses larger ones. */
export async function findLargestPage(operation: Operation, provider: Provider) {
  const first = await recallFirstRows(operation, provider);
  if (first.rows.length < 2) throw new NotCheckable('fewer than two rows');
  const refusals: string[] = [];
  for (const size of pageSizes) {
    const page = await readList(operation, provider, { limit: String(size) });
    if ('list' in page) return { size, page: page.list, refusals };
    refusals.push(`limit=${size}: answered ${page.refusal}`);
  }
  return { size: 0, page: first, refusals };
}

/** Whether the provider gives as few rows as it is asked for. */
export async function limitProblem(
  { operation, sentName = 'limit' }: Pick<Tried, 'operation' | 'sentName'>,
  provider: Provider,
): Promise<string | undefined> {
  const first = await recallFirstRows(operation, provider);
  if (first.rows.length < 2) throw new NotCheckable('fewer than two rows');
  const one = await readList(operation, provider, { [sentName]: '1' });
  if ('refusal' in one) return `answered ${one.refusal}`;
  // A row of another kind is one more, or the only one.
  const received = one.list.rows.length;
  return received > 1 ? `${sentName}=1 shows ${received} rows` : undefined;
}
