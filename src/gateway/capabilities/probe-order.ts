import { withoutDefaults } from '#contract/asked-query.ts';
import { commonParameterNames } from '#contract/list-parameter-names.ts';
import { judgeOrder } from '#contract/judge-order.ts';
import type { Query } from './ask-list.ts';
import { type Finding, ignored, type ProbedList, unknown } from './probe-parameter.ts';

/** Enough rows for different values. */
const orderedRows = 100;

/** `suggestedName`: how the provider calls the parameter, where it doesn't know ours. */
type OrderFinding = Finding & { suggestedName?: string };

/** What is found out about each sort order, and about `sort_direction`. */
export async function probeOrders(list: ProbedList): Promise<Map<string, OrderFinding>> {
  const { operation, ask, pageSize } = list;
  const found = new Map<string, OrderFinding>();
  const { sort_by: sort, sort_direction: direction } = operation.rows?.parameters ?? {};
  if (sort?.kind !== 'sort') return found;
  for (const value of Object.keys(sort.by)) {
    const asked = async (sort_direction: string) => {
      const query = { sort_by: value, sort_direction };
      const answer = await ask({
        ...withoutDefaults(operation, query),
        limit: String(Math.min(orderedRows, pageSize)),
      });
      return { query, answer };
    };
    const [down, up] = [await asked('desc'), await asked('asc')];
    found.set(`sort_by=${value}`, orderFinding(list, down, up));
    if (direction !== undefined && found.get('sort_direction')?.state !== 'proved') {
      const finding = directionFinding(operation, down, up);
      if (finding.state !== 'unknown' || !found.has('sort_direction')) found.set('sort_direction', finding);
    }
  }
  await findNames(list, found);
  return found;
}

/** Adds the names by which the provider knows parameters of the order, where it doesn't know ours. */
async function findNames(list: ProbedList, found: Map<string, OrderFinding>): Promise<void> {
  const { operation } = list;
  const values = [...found.keys()]
    .filter(isSorting)
    .map((aspect) => aspect.slice('sort_by='.length))
    .filter((value) => !isDefaultOrder(operation, value));
  const inState = (state: Finding['state']) =>
    values.filter((value) => found.get(`sort_by=${value}`)?.state === state);
  const [known] = inState('proved');
  const renamed = known === undefined ? await findSortName(list, inState('disproved')) : undefined;
  if (renamed !== undefined) {
    for (const [aspect, finding] of found) {
      if (isSorting(aspect) && finding.state === 'disproved') {
        found.set(aspect, { ...finding, suggestedName: renamed.name });
      }
    }
  }
  const sorted = renamed ?? { name: 'sort_by', value: known };
  // Whether rows are turned around shows once they are sorted.
  if (renamed !== undefined && found.get('sort_direction')?.state === 'unknown') {
    const asked = async (direction: string) => ({
      query: { sort_by: renamed.value, sort_direction: direction },
      answer: await askForOrder(list, { [renamed.name]: renamed.value, sort_direction: direction }),
    });
    found.set('sort_direction', directionFinding(operation, await asked('desc'), await asked('asc')));
  }
  const turned = found.get('sort_direction');
  if (turned?.state !== 'disproved') return;
  const directionName = await findDirectionName(list, sorted);
  if (directionName !== undefined) found.set('sort_direction', { ...turned, suggestedName: directionName });
}

function isSorting(aspect: string): boolean {
  return aspect.startsWith('sort_by=');
}

/** The contract's own order, which is never asked for by name. */
function isDefaultOrder(operation: ProbedList['operation'], value: string): boolean {
  return !('sort_by' in withoutDefaults(operation, { sort_by: value }));
}

/** One of the common names by which the provider sorts, in whichever direction it does by itself. */
async function findSortName(
  list: ProbedList,
  values: readonly string[],
): Promise<{ name: string; value: string } | undefined> {
  const value = values.find((each) => orderVerdict(list.operation, each, firstOf(list)) === 'other');
  if (value === undefined) return undefined;
  for (const name of commonParameterNames.sort_by) {
    const answer = await askForOrder(list, { [name]: value });
    if (answer.kind === 'rows' && isInOrder(list.operation, value, answer.rows)) return { name, value };
  }
  return undefined;
}

function firstOf({ rows, pageSize }: ProbedList): ProbedList['rows'] {
  return rows.slice(0, Math.min(orderedRows, pageSize));
}

function orderVerdict(operation: ProbedList['operation'], value: string, rows: ProbedList['rows']) {
  return judgeOrder(operation, { sort_by: value, sort_direction: 'desc' }, rows);
}

/** Rows that are in an order anyway prove nothing about it. */
function isInOrder(operation: ProbedList['operation'], value: string, rows: ProbedList['rows']): boolean {
  const verdict = orderVerdict(operation, value, rows);
  // Nothing more can be seen of groups than that they are together.
  if (isGrouped(operation, value)) return verdict === 'open' && rows.length > 1;
  return verdict === 'as_asked' || verdict === 'reversed';
}

function isGrouped(operation: ProbedList['operation'], value: string): boolean {
  const sort = operation.rows?.parameters?.['sort_by'];
  return sort?.kind === 'sort' && sort.by[value] === 'groups';
}

/** One of the common names by which the provider turns an order around. */
async function findDirectionName(
  list: ProbedList,
  sorted: { name: string; value: string | undefined },
): Promise<string | undefined> {
  const orders: Query[] = [{}, sorted.value === undefined ? {} : { [sorted.name]: sorted.value }];
  const turns = async (name: string): Promise<boolean> => {
    for (const order of orders) {
      const verdicts = [];
      for (const direction of ['desc', 'asc']) {
        const answer = await askForOrder(list, { ...order, [name]: direction });
        if (answer.kind !== 'rows') return false;
        const asked = { sort_by: order[sorted.name], sort_direction: direction };
        verdicts.push(judgeOrder(list.operation, asked, answer.rows));
      }
      if (verdicts.every((verdict) => verdict === 'as_asked')) return true;
    }
    return false;
  };
  for (const name of commonParameterNames.sort_direction) if (await turns(name)) return name;
  return undefined;
}

async function askForOrder({ ask, pageSize }: ProbedList, query: Query) {
  return await ask({ ...query, limit: String(Math.min(orderedRows, pageSize)) });
}

type Asked = {
  query: { sort_by: string; sort_direction: string };
  answer: Awaited<ReturnType<ProbedList['ask']>>;
};

const notEnough = unknown('Too few rows differ to tell.');
const proved: Finding = { state: 'proved', detail: null };

function orderFinding(list: ProbedList, down: Asked, up: Asked): Finding {
  const { operation } = list;
  const { answer } = down;
  if (answer.kind === 'refused') {
    const reason = answer.reasonOf('sort_by') ?? answer.reasonOf('sort_direction');
    return reason === undefined
      ? unknown('The provider refused it without naming it.')
      : { state: 'disproved', detail: reason };
  }
  if (answer.kind !== 'rows') return unknown(answer.kind === 'failed' ? answer.reason : 'missing');
  const { sort_by: value } = down.query;
  const verdict = judgeOrder(operation, down.query, answer.rows);
  if (verdict === 'other') return ignored;
  // Rows that are in that order anyway prove nothing, however they are turned around.
  if (!isDefaultOrder(operation, value) && isInOrder(operation, value, firstOf(list))) return notEnough;
  if (verdict !== 'open') return proved;
  if (up.answer.kind !== 'rows') return notEnough;
  const ascending = judgeOrder(operation, up.query, up.answer.rows);
  if (ascending === 'other') return ignored;
  // Groups have no order of their own: they are together, where they aren’t without sorting.
  return ascending !== 'open' || isGrouped(operation, value) ? proved : notEnough;
}

function directionFinding(operation: ProbedList['operation'], down: Asked, up: Asked): Finding {
  if (up.answer.kind === 'refused') {
    const reason = up.answer.reasonOf('sort_direction');
    // What it says of the sort order is about that.
    return reason === undefined ? notEnough : { state: 'disproved', detail: reason };
  }
  if (down.answer.kind !== 'rows' || up.answer.kind !== 'rows') return notEnough;
  const verdicts = [
    judgeOrder(operation, down.query, down.answer.rows),
    judgeOrder(operation, up.query, up.answer.rows),
  ];
  if (verdicts[0] === 'as_asked' && verdicts[1] === 'as_asked') return proved;
  return verdicts.includes('reversed') ? ignored : notEnough;
}
