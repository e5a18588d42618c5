import { commonParameterNames } from '#contract/list-parameter-names.ts';
import { capabilityDetails } from '#contract/gateway/capabilities.ts';
import { isRestricting } from '#contract/list-parameters.ts';
import type { Operation } from '#contract/operation.ts';
import { impossibleOf, unknownParameter } from '#contract/probe-values.ts';
import type { AskList, ListAnswer } from './ask-list.ts';
import { type Finding, ignored, probeParameter, type ProbedList, unknown } from './probe-parameter.ts';
import { probeOrders } from './probe-order.ts';
import { formsOf } from './response-forms.ts';

type Rows = Extract<ListAnswer, { kind: 'rows' }>;

/** What is told of each finding as soon as there is one. */
type Note = (aspect: string, finding: Finding, suggestedName?: string) => Promise<void>;

type Look = {
  operation: Operation;
  ask: AskList;
  /** Whether the settings say that the parameter doesn't exist. */
  isAbsent: (name: string) => boolean;
  note: Note;
};

/** Page sizes that are tried, the most that the interface allows first. */
const pageSizes = [300, 100, 50, 25, 10];

/** Finds out what one list can do. Its first rows; undefined where it has none to read. */
export async function lookAtList(look: Look): Promise<ProbedList | undefined> {
  const { operation, note, isAbsent } = look;
  const read = await readFirstPage(look);
  if (read === undefined) return undefined;
  const { list, first } = read;
  for (const [aspect, finding] of formsOf(operation, first.body)) await note(aspect, finding);
  const noteWithName = async (name: string, finding: Finding): Promise<void> =>
    note(name, finding, finding.state === 'disproved' ? await findOtherName(list, name) : undefined);
  const offset = await probeOffset(list);
  await noteWithName('offset', offset);
  await note('count', await probeCount(list, first, offset));
  for (const [name, meaning] of Object.entries(operation.rows?.parameters ?? {})) {
    if (!isRestricting(meaning)) continue;
    if (isAbsent(name)) await note(name, { state: 'disproved', detail: capabilityDetails.setting });
    else await noteWithName(name, await probeParameter(list, name, meaning));
  }
  for (const [aspect, { suggestedName, ...finding }] of await probeOrders(list)) {
    await note(aspect, finding, suggestedName);
  }
  return list;
}

/** The first rows, as many as the provider gives at once. */
async function readFirstPage(look: Look): Promise<{ list: ProbedList; first: Rows } | undefined> {
  const { operation, ask, note } = look;
  for (const size of pageSizes) {
    const first = await ask({ limit: String(size) });
    if (first.kind === 'rows') {
      await note('operation', { state: 'proved', detail: null });
      const list = { operation, ask, rows: first.rows, pageSize: size };
      const limit = await pageFinding(ask, size, first);
      await note('limit', limit, limit === ignored ? await findOtherName(list, 'limit') : undefined);
      return { list, first };
    }
    const reason = first.kind === 'refused' ? first.reasonOf('limit') : undefined;
    if (reason !== undefined && unknownParameter.test(reason)) return await readWithoutLimit(look, reason);
    if (reason === undefined) {
      await note('operation', missingFinding(first));
      return undefined;
    }
  }
  await note('operation', unknown('The provider refused every page size.'));
  return undefined;
}

/** The provider doesn't know how many rows are asked for, and says so. */
async function readWithoutLimit(
  { operation, ask, note }: Look,
  reason: string,
): Promise<{ list: ProbedList; first: Rows } | undefined> {
  const askAll: AskList = ({ limit: _unknown, ...query }) => ask(query);
  const first = await askAll({});
  if (first.kind !== 'rows') {
    await note('operation', missingFinding(first));
    return undefined;
  }
  await note('operation', { state: 'proved', detail: null });
  const list = { operation, ask: askAll, rows: first.rows, pageSize: first.rows.length };
  await note('limit', { state: 'disproved', detail: reason }, await findOtherName(list, 'limit'));
  return { list, first };
}

function missingFinding(answer: ListAnswer): Finding {
  if (answer.kind === 'missing') return { state: 'disproved', detail: null };
  return unknown(answer.kind === 'failed' ? answer.reason : 'The provider refused to list anything.');
}

/** How many rows a page has at most, as the detail. */
async function pageFinding(ask: AskList, asked: number, { rows, stated }: Rows): Promise<Finding> {
  const one = rows.length > 1 ? await ask({ limit: '1' }) : undefined;
  if (rows.length > asked || (one?.kind === 'rows' && one.rows.length > 1)) return ignored;
  const isCut = rows.length < asked && stated !== null && stated > rows.length;
  if (isCut) return { state: 'proved', detail: String(rows.length) };
  // A larger page was refused, or this one is full.
  if (rows.length === asked || asked !== pageSizes[0]) return { state: 'proved', detail: String(asked) };
  return unknown('Too few rows to tell.');
}

/** How often a probe is repeated because the list changed between two answers. */
const mostTries = 5;
const changed = unknown('The list changed meanwhile.');

/** The second row comes first where one row is skipped. */
async function probeOffset({ ask, rows: firstRows }: ProbedList): Promise<Finding> {
  let rows = firstRows;
  if (rows.length === 0) return unknown('The account has no rows to try it on.');
  for (let tries = 0; tries < mostTries; tries += 1) {
    const answer = await ask({ offset: '1', limit: '1' });
    if (answer.kind === 'refused')
      return { state: 'disproved', detail: answer.reasonOf('offset') ?? 'refused' };
    if (answer.kind !== 'rows') return unknown('The provider gave no second page.');
    const [row] = answer.rows;
    if (row === undefined) return rows.length === 1 ? { state: 'proved', detail: null } : ignored;
    if (textOf(row) === textOf(rows[1])) return { state: 'proved', detail: null };
    // The first row is also the second one if another came before it meanwhile.
    const again = await ask({ limit: '2' });
    if (again.kind !== 'rows') return changed;
    if (textOf(row) === textOf(again.rows[0])) return ignored;
    rows = again.rows;
  }
  return changed;
}

/** The number is right where the last row that it counts is there, and none behind it. */
async function probeCount(
  { ask, rows }: ProbedList,
  { stated }: { stated: number | null },
  offset: Finding,
): Promise<Finding> {
  if (stated === null) return { state: 'disproved', detail: 'missing' };
  if (stated < rows.length) return { state: 'disproved', detail: 'too low' };
  if (offset.state !== 'proved') return unknown('Not all rows can be read, so the number can’t be checked.');
  const counted = await findCounted(ask, stated);
  if (typeof counted !== 'number') return counted;
  if (counted === 0) return { state: 'proved', detail: null };
  const last = await ask({ offset: String(counted - 1), limit: '1' });
  if (last.kind !== 'rows') return unknown('The provider gave no last page.');
  if (last.rows.length === 1) return { state: 'proved', detail: null };
  return last.stated === counted ? { state: 'disproved', detail: 'too high' } : changed;
}

/** A number of rows behind which there is none; a finding if there is always one, or nothing can be told. */
async function findCounted(ask: AskList, stated: number): Promise<number | Finding> {
  let counted = stated;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const behind = await ask({ offset: String(counted), limit: '1' });
    if (behind.kind !== 'rows') return unknown('The provider gave no last page.');
    if (behind.rows.length === 0) return counted;
    // A list that grew says so in the same answer.
    if (behind.stated === null || behind.stated <= counted) return { state: 'disproved', detail: 'too low' };
    counted = behind.stated;
  }
  return changed;
}

/** One of the common names by which the provider knows a parameter that it doesn't know by ours. */
async function findOtherName(list: ProbedList, name: string): Promise<string | undefined> {
  const names = (commonParameterNames as Readonly<Record<string, readonly string[]>>)[name] ?? [];
  const meaning = list.operation.rows?.parameters?.[name];
  if (meaning === undefined || names.length === 0) return undefined;
  const isKnownAs = async (other: string): Promise<boolean> => {
    if (meaning.kind === 'limit') {
      const answer = await list.ask({ [other]: '1' });
      return answer.kind === 'rows' && answer.rows.length === 1 && list.rows.length > 1;
    }
    if (meaning.kind === 'offset') {
      const answer = await list.ask({ [other]: '1' });
      const [row] = answer.kind === 'rows' ? answer.rows : [];
      return row !== undefined && textOf(row) === textOf(list.rows[1]);
    }
    return (await probeParameter(list, name, meaning, other)).state === 'proved';
  };
  // All at once first: where every one of them is ignored, that is all there is to ask.
  if (isRestricting(meaning)) {
    const impossible = impossibleOf(meaning);
    const all = await list.ask({
      ...Object.fromEntries(names.map((each) => [each, impossible])),
      limit: '1',
    });
    if (all.kind === 'rows' && all.rows.length > 0) return undefined;
  }
  for (const other of names) if (await isKnownAs(other)) return other;
  return undefined;
}

function textOf(row: unknown): string {
  return JSON.stringify(row);
}
