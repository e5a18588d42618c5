import type * as z from 'zod/mini';
import { applyQuery } from '#contract/apply-query.ts';
import { type AskedQuery, textOf } from '#contract/asked-query.ts';
import type { FoundSums } from '#contract/gateway/list-sums.ts';
import { isRestricting } from '#contract/list-parameters.ts';
import type { Operation } from '#contract/operation.ts';
import { readRow } from '#contract/read-answer.ts';
import { makeSums, type SumRules } from '#domain/list-sums.ts';
import { parseDateTimeParameter, toDate } from '#domain/time.ts';
import type { AskList, Query } from '../capabilities/ask-list.ts';
import type { Capabilities } from '../capabilities/capabilities.ts';
import { type Known, needsOf, pagesOf } from '../capabilities/needs.ts';
import { stillReading } from '../remote/forward-list.ts';
import { type Unreadable, unreadable } from './read-whole-list.ts';
import type { Accepted, Owner, WholeList, WholeLists } from './whole-lists.ts';

/** A remote provider, as far as it has shown what it can do. */
export type RemoteLists = { capabilities: Capabilities; wholeLists: WholeLists };

/** Every row of a list, and what the provider has shown of it. */
type Read = { kind: 'read'; list: WholeList; known: Known };

/** The rows of a list that match, as the provider wrote them, and what was read for them. */
type Matching = { kind: 'matching'; sources: unknown[]; whole: NonNullable<FoundSums['whole']> };

/** How few rows are requested where only their number is wanted: enough to show whether the filters were applied. */
const countedRows = 20;

/** Every row of a remote provider's list. Throws a failure that says so while they are still being read. */
export async function readRows(
  operation: Operation,
  owner: Owner,
  { capabilities, wholeLists }: RemoteLists,
  accepted: (known: Known) => Accepted,
): Promise<Read | Unreadable> {
  const known = await capabilities.known(owner.apiKey);
  const list = await wholeLists.read(operation, owner, pagesOf(operation, known), accepted(known));
  if (list === 'reading') throw stillReading();
  return list.kind === 'unreadable' ? list : { kind: 'read', list, known };
}

/** The rows that match a query without pages. Unreadable where some don't show whether they match. */
export function matchingOf(
  operation: Operation,
  query: AskedQuery,
  { list, known }: Read,
): Matching | Unreadable {
  const applied = applyQuery(operation, { ...query, limit: list.rows.length }, list.rows);
  if (applied.kind !== 'applied') return unreadable('unclear');
  const whole = {
    rows: list.rows.length,
    other_rows: list.others,
    read_at: new Date(list.readAt).toISOString(),
    // In which order the rows come makes no difference to their sums.
    lacking: needsOf(operation, query, known).lacking.filter((name) => {
      const meaning = operation.rows?.parameters?.[name];
      return meaning === undefined || isRestricting(meaning);
    }),
  };
  return { kind: 'matching', sources: applied.rows.map(({ source }) => source), whole };
}

/**
 * Whether a reading still has every row that matches, by the provider's own count. Only for rows that never change or
 * go, and a provider that has proved the count and each filter of the query.
 */
export function stillCounts(operation: Operation, query: Query, known: Known): Accepted['stillHolds'] {
  const { lacking, unproved } = needsOf(operation, query, known);
  const isProved = [...lacking, ...unproved].length === 0;
  if (!isProved || pagesOf(operation, known).countState !== 'proved') return undefined;
  return async (list: WholeList, ask: AskList) => {
    const applied = applyQuery(operation, query, list.rows);
    if (applied.kind !== 'applied' || list.others > 0) return false;
    const answer = await ask({ ...query, limit: String(countedRows) });
    return (
      answer.kind === 'rows' &&
      answer.ignored.length === 0 &&
      answer.otherRows === 0 &&
      answer.stated === applied.count
    );
  };
}

/** A list that can be added up. `schema`: of a row with all that is. */
export type SummedList = { operation: Operation; schema: z.ZodMiniObject; rules: SumRules };

/** The sums of a remote provider's list. A list up to a moment is read after it, so that no row is missing. */
export async function sumWholeList(
  { operation, schema, rules }: SummedList,
  query: AskedQuery,
  owner: Owner,
  remote: RemoteLists,
): Promise<{ kind: 'summed'; found: FoundSums } | Unreadable> {
  const until = parseDateTimeParameter(textOf(query['created_to']))?.instant;
  const notBefore = until === undefined ? 0 : toDate(until).getTime();
  const read = await readRows(operation, owner, remote, () => ({ notBefore }));
  const matching = read.kind === 'read' ? matchingOf(operation, query, read) : read;
  if (matching.kind === 'unreadable') return matching;
  const sums = makeSums(rules);
  let unreadableRows = 0;
  for (const source of matching.sources) {
    const { value, isWhole } = readRow(schema, source);
    if (!isWhole) unreadableRows += 1;
    sums.addRow((column) => textOf(value[column]));
  }
  const found = { lines: sums.lines(), unreadable: unreadableRows, whole: matching.whole };
  return { kind: 'summed', found };
}
