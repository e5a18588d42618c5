import type { Operation } from '#contract/operation.ts';
import { isDeepStrictEqual } from 'node:util';
import { compare } from '#domain/arithmetic.ts';
import { stringifyJson } from '#domain/json.ts';
import { amountOf, envelopeProblem, fieldsOf, quote, refusalProblem, shapeProblem } from '../answers.ts';
import { type Basis, type Check, NotCheckable, WrongAnswerError } from '../check.ts';
import type { Provider, Reply } from '../provider.ts';

export type Row = Record<string, unknown>;

/** What is particular to a list; everything else about lists is alike. */
export type ListRules = {
  operation: Operation;
  /** Where `data` has the number of all rows that match. */
  total: (data: Row) => unknown;
  /** The field that identifies rows. */
  id: string;
  /** Whether the parameters `limit` and `offset` are published. */
  paging: Basis;
  /** Values that a parameter must refuse. */
  refused: readonly { name: string; value: string; basis: Basis }[];
  /** Parameters that select rows by a field of the same name. */
  filters: readonly { name: string; basis: Basis }[];
  /** The fields a list can be sorted by, and which are sorted by number. */
  sorts: readonly { name: string; basis: Basis; isNumber?: boolean }[];
  /** What must hold of each row beyond its shape, such as the form of a time. */
  row?: (row: Row) => string | undefined;
};

const pageSize = 7;
const pages = 3;

export function listChecks(rules: ListRules): Check[] {
  const { operation, paging, refused, filters, sorts } = rules;
  return [
    {
      operation,
      basis: 'published',
      says: 'answers in the envelope, each field of the published type',
      run: async (provider) => {
        const reply = await provider.call(operation);
        const problem = envelopeProblem(reply) ?? shapeProblem(operation, reply);
        return problem ?? firstProblem(rowsOf(rules, reply.body), rules.row);
      },
    },
    ...refused.map(({ name, value, basis }): Check => ({
      operation,
      basis,
      says: `refuses ${name}=${value} and names ${name}`,
      run: async (provider) =>
        refusalProblem(await provider.call(operation, { query: { [name]: value } }), 400, 'request', [name]),
    })),
    ...filters.map((filter) => filterCheck(rules, filter)),
    ...sorts.flatMap((sort) =>
      (['asc', 'desc'] as const).map((direction) => sortCheck(rules, sort, direction)),
    ),
    {
      operation,
      basis: paging,
      says: 'puts together from its pages what one long page holds',
      run: async (provider) => await pagingProblem(rules, provider),
    },
    {
      operation,
      basis: 'decided',
      says: 'answers an offset past the end with no rows and the same count',
      run: async (provider) => {
        const first = await read(rules, provider, { limit: '1' });
        const past = await read(rules, provider, { offset: String(first.total + 1_000) });
        if (past.rows.length > 0) return `${past.rows.length} rows past the end`;
        return past.total < first.total ? `the count fell from ${first.total} to ${past.total}` : undefined;
      },
    },
  ];
}

function filterCheck(rules: ListRules, { name, basis }: ListRules['filters'][number]): Check {
  return {
    operation: rules.operation,
    basis,
    says: `shows with ${name}=… only rows of that ${name}, and counts them`,
    run: async (provider) => {
      const all = await read(rules, provider);
      const value = all.rows.map((row) => row[name]).find((each) => typeof each === 'string' && each !== '');
      if (typeof value !== 'string') throw new NotCheckable(`no row has a ${name}`);
      const filtered = await read(rules, provider, { [name]: value });
      const stranger = filtered.rows.find((row) => row[name] !== value);
      if (stranger !== undefined) return `${name}=${value} shows a row with ${String(stranger[name])}`;
      const known = all.rows.filter((row) => row[name] === value).length;
      if (filtered.total < known) return `counts ${filtered.total}, and ${known} are on the first page alone`;
      return filtered.rows.length === 0 ? `${name}=${value} shows nothing` : undefined;
    },
  };
}

function sortCheck(
  rules: ListRules,
  { name, basis, isNumber = false }: ListRules['sorts'][number],
  direction: 'asc' | 'desc',
): Check {
  return {
    operation: rules.operation,
    basis,
    says: `sorts by ${name}, ${direction}`,
    run: async (provider) => {
      const { rows } = await read(rules, provider, { sort_by: name, sort_direction: direction });
      if (rows.length < 2) throw new NotCheckable('fewer than two rows');
      const values = rows.map((row) => row[name]);
      const wrong = values.findIndex((value, i) => {
        if (i === values.length - 1) return false;
        const order = isNumber ? compareAmounts(value, values[i + 1]) : compareTexts(value, values[i + 1]);
        return direction === 'asc' ? order > 0 : order < 0;
      });
      return wrong === -1 ? undefined : `${textOf(values[wrong])} stands before ${textOf(values[wrong + 1])}`;
    },
  };
}

function compareAmounts(a: unknown, b: unknown): number {
  const [first, second] = [amountOf(a), amountOf(b)];
  if (first === undefined || second === undefined) throw new NotCheckable('a value is no amount');
  return compare(first, second);
}

function compareTexts(a: unknown, b: unknown): number {
  const [first, second] = [textOf(a), textOf(b)];
  return first < second ? -1 : Number(first > second);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value ?? null);
}

/** Rows that arrive meanwhile move the pages: then the whole is read once more. */
async function pagingProblem(rules: ListRules, provider: Provider): Promise<string | undefined> {
  let problem: string | undefined;
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const whole = await read(rules, provider, { limit: String(pageSize * pages) });
    if (whole.rows.length <= pageSize) throw new NotCheckable(`fewer than ${pageSize + 1} rows`);
    const parts: Row[] = [];
    for (let page = 0; page < pages; page += 1) {
      const query = { limit: String(pageSize), offset: String(page * pageSize) };
      parts.push(...(await read(rules, provider, query)).rows);
    }
    const ids = (rows: readonly Row[]) => rows.map((row) => row[rules.id]);
    if (isDeepStrictEqual(ids(parts), ids(whole.rows))) return undefined;
    problem = `the pages hold ${parts.length} rows, not the ${whole.rows.length} of the whole in its order`;
  }
  return problem;
}

async function read(rules: ListRules, provider: Provider, query: Record<string, string> = {}) {
  const reply = await provider.call(rules.operation, { query });
  const { data } = fieldsOf(reply.body);
  const total = rules.total(fieldsOf(data));
  if (isForbidden(reply)) throw new NotCheckable(`answered ${quote(reply)}`);
  if (reply.status !== 200 || typeof total !== 'number')
    throw new WrongAnswerError(`answered ${quote(reply)}`);
  return { total, rows: rowsOf(rules, reply.body) };
}

/** The key may not read the list, which proves nothing about it. */
function isForbidden({ status, body }: Reply): boolean {
  return status === 401 || status === 403 || (status === 400 && fieldsOf(body)['error_code'] === 'system');
}

function rowsOf({ operation }: ListRules, body: unknown): Row[] {
  const rows = fieldsOf(fieldsOf(body)['data'])[operation.rows?.key ?? ''];
  return Array.isArray(rows) ? rows.map(fieldsOf) : [];
}

function firstProblem(rows: readonly Row[], rule: ListRules['row']): string | undefined {
  return rows.map((row) => rule?.(row)).find((problem) => problem !== undefined);
}
