import type * as z from 'zod/mini';
import { applyQuery } from '#contract/apply-query.ts';
import { type AskedQuery, textOf } from '#contract/check-answer.ts';
import type { FoundSums } from '#contract/gateway/list-sums.ts';
import { isRestricting } from '#contract/list-parameters.ts';
import type { Operation } from '#contract/operation.ts';
import { readRow } from '#contract/read-answer.ts';
import { makeSums, type SumRules } from '#domain/list-sums.ts';
import { parseDateTimeParameter, toDate } from '#domain/time.ts';
import type { Capabilities } from '../capabilities/capabilities.ts';
import { needsOf, pagesOf } from '../capabilities/needs.ts';
import type { WholeLists } from './whole-lists.ts';

/** A remote provider, as far as it has shown what it can do. */
export type RemoteLists = { capabilities: Capabilities; wholeLists: WholeLists };

type Owner = { apiKey: string; accountId: string };

/** The rows of a list that match, and what was read for them. */
type Matching = { sources: unknown[]; whole: NonNullable<FoundSums['whole']> };

/**
 * Every row of a remote provider's list that matches, as the provider wrote it. Undefined where the list can't be read
 * whole, or where rows don't show whether they match. A list up to a moment is read after it, so that none is missing.
 */
export async function findMatching(
  operation: Operation,
  query: AskedQuery,
  owner: Owner,
  { capabilities, wholeLists }: RemoteLists,
): Promise<Matching | undefined> {
  const known = await capabilities.known(owner.apiKey);
  const until = parseDateTimeParameter(textOf(query['created_to']))?.instant;
  const notBefore = until === undefined ? 0 : toDate(until).getTime();
  const read = await wholeLists.read(operation, owner, pagesOf(operation, known), notBefore);
  if (read === 'reading' || read.kind === 'unreadable') return undefined;
  const applied = applyQuery(operation, { ...query, limit: read.rows.length }, read.rows);
  if (applied.kind !== 'applied') return undefined;
  const whole = {
    rows: read.rows.length,
    other_rows: read.others,
    read_at: new Date(read.readAt).toISOString(),
    // In which order the rows come makes no difference to their sums.
    lacking: needsOf(operation, query, known).lacking.filter((name) => {
      const meaning = operation.rows?.parameters?.[name];
      return meaning === undefined || isRestricting(meaning);
    }),
  };
  return { sources: applied.rows.map(({ source }) => source), whole };
}

/** A list that can be added up. `schema`: of a row with all that is. */
export type SummedList = { operation: Operation; schema: z.ZodMiniObject; rules: SumRules };

/** The sums of a remote provider's list. Null where they can't be known. */
export async function sumWholeList(
  { operation, schema, rules }: SummedList,
  query: AskedQuery,
  owner: Owner,
  remote: RemoteLists,
): Promise<FoundSums | null> {
  const matching = await findMatching(operation, query, owner, remote);
  if (matching === undefined) return null;
  const sums = makeSums(rules);
  let unreadable = 0;
  for (const source of matching.sources) {
    const { value, isWhole } = readRow(schema, source);
    if (!isWhole) unreadable += 1;
    sums.addRow((column) => textOf(value[column]));
  }
  return { lines: sums.lines(), unreadable, whole: matching.whole };
}
