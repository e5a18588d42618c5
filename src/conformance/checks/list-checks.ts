import { defaultOf } from '#contract/asked-query.ts';
import { isRestricting, type ParameterMeaning } from '#contract/list-parameters.ts';
import { fieldsOf, refusalDifference } from '../answers.ts';
import { type Basis, type Check, difference } from '../check.ts';
import { judgeAnswer, pageOf } from '../judge-answer.ts';
import { readFirstRows, readList } from '../read-list.ts';
import {
  filterProblem,
  isUnknownParameter,
  findLargestPage,
  limitProblem,
  offsetProblem,
  orderProblem,
} from '../try-parameter.ts';
import { findWrittenData, isOfOtherKind } from '#contract/read-answer.ts';
import type { Problems } from '../written-form.ts';
import type { Reply } from '../provider.ts';
import type { ListRules } from './lists.ts';

export function listChecks(rules: ListRules): Check[] {
  const { operation, refused } = rules;
  const parameters = Object.entries(operation.rows?.parameters ?? {});
  return [
    {
      operation,
      basis: 'published',
      says: 'answers in the envelope, each field of the published type',
      run: async (provider) => {
        const reply = await provider.call(operation);
        return judgeAnswer(operation, reply, (problems) => addRowProblems(rules, problems, reply));
      },
    },
    ...refused.map(({ name, value, basis }): Check => ({
      operation,
      basis,
      says: `refuses ${name}=${value} and names ${name}`,
      isNeverSent: true,
      run: async (provider) => {
        const reply = await provider.call(operation, { query: { [name]: value } });
        return refusalDifference(operation, reply, { status: 400, errorCode: 'request', names: [name] });
      },
    })),
    ...parameters
      .filter(([, meaning]) => isRestricting(meaning))
      .map(([name, meaning]) => filterCheck(rules, name, meaning)),
    ...parameters.flatMap(([, meaning]) => (meaning.kind === 'sort' ? sortChecks(rules, meaning) : [])),
    ...pageChecks(rules),
  ];
}

function addRowProblems(
  { operation, addRowProblems: add }: ListRules,
  problems: Problems,
  reply: Reply,
): void {
  const { key = '' } = operation.rows ?? {};
  const rows = fieldsOf(findWrittenData(operation, reply.status, reply.text))[key];
  for (const row of Array.isArray(rows) ? (rows as unknown[]) : []) {
    if (!isOfOtherKind(operation, row)) add?.(problems, fieldsOf(row), `data.${key}[]`);
  }
}

function basisOf({ published }: ListRules, name: string): Basis {
  return published.includes(name) ? 'published' : 'decided';
}

function filterCheck(rules: ListRules, name: string, meaning: ParameterMeaning): Check {
  const { operation } = rules;
  return {
    operation,
    basis: basisOf(rules, name),
    parameter: name,
    says: `shows with ${name}=… only rows that match, and counts them`,
    run: async (provider) => {
      const problem = await filterProblem({ operation, name, meaning }, provider);
      if (problem === undefined) return undefined;
      const effect = `${pageOf(operation)}: the provider can’t filter by ${name}, so totals may be missing, and exports read all rows.`;
      return difference('degrades', problem, effect);
    },
  };
}

function sortChecks(rules: ListRules, { by }: Extract<ParameterMeaning, { kind: 'sort' }>): Check[] {
  const { operation } = rules;
  return Object.keys(by).flatMap((sort_by) =>
    (['desc', 'asc'] as const).map((sort_direction): Check => {
      const isDefault = defaultOf(operation, 'sort_by') === sort_by;
      // Without a parameter, it is the order of a list that nobody sorts.
      const parameter = sort_direction === 'asc' ? 'sort_direction' : 'sort_by';
      const isSent = !(isDefault && sort_direction === 'desc');
      const order = sort_direction === 'asc' ? 'ascending' : 'descending';
      return {
        operation,
        basis: isDefault && !isSent ? 'decided' : basisOf(rules, isDefault ? 'sort_direction' : 'sort_by'),
        parameter: isSent ? parameter : undefined,
        says: `sorts by ${sort_by}, ${sort_direction}`,
        run: async (provider) => {
          const problem = await orderProblem(operation, { sort_by, sort_direction }, provider);
          if (problem === undefined) return undefined;
          const effect = `${pageOf(operation)}: the provider can’t sort by ${sort_by} in ${order} order, so rows may come in its own.`;
          return difference('degrades', problem, effect);
        },
      };
    }),
  );
}

function pageChecks(rules: ListRules): Check[] {
  const { operation, id } = rules;
  const page = pageOf(operation);
  return [
    {
      operation,
      basis: basisOf(rules, 'limit'),
      parameter: 'limit',
      says: 'shows with limit=1 one row',
      run: async (provider) => {
        const problem = await limitProblem({ operation }, provider);
        return problem === undefined ? undefined : difference('copes', problem);
      },
    },
    {
      operation,
      basis: basisOf(rules, 'limit'),
      says: 'gives pages of up to 300 rows',
      run: async (provider) => {
        const { size, page: largest, refusals } = await findLargestPage(operation, provider);
        if (size === 0) {
          const refusal = refusals.at(-1) ?? '';
          return isUnknownParameter('limit', refusal)
            ? difference(
                'degrades',
                refusal,
                `${page}: not shown until WALLET_API_PARAMETERS says what limit is called.`,
              )
            : difference('unusable', refusal, `${page}: no page can be requested.`);
        }
        const { rows, otherRows, stated } = largest;
        const received = rows.length + otherRows;
        const isCut = received < size && stated !== null && stated > received;
        const problems = [
          ...refusals,
          ...(isCut ? [`limit=${size} shows ${received} of ${stated} rows`] : []),
        ];
        if (problems.length === 0) return undefined;
        return {
          rating: 'copes',
          problems: problems.map((problem) => ({ path: null, problem, count: 1 })),
          effects: [],
        };
      },
    },
    {
      operation,
      basis: basisOf(rules, 'offset'),
      parameter: 'offset',
      says: 'shows with offset=… the rows after so many',
      run: async (provider) => {
        const problem = await offsetProblem({ operation }, id, provider);
        const effect = `${page}: only the first rows can be shown, and exports and sums aren’t complete.`;
        return problem === undefined ? undefined : difference('degrades', problem, effect);
      },
    },
    {
      operation,
      basis: 'decided',
      says: 'answers an offset past the end with no rows and the same count',
      run: async (provider) => {
        const first = await readFirstRows(operation, provider);
        const end = first.stated ?? 1_000_000;
        const past = await readList(operation, provider, { offset: String(end + 1_000) });
        if ('refusal' in past) return difference('copes', `answered ${past.refusal}`);
        const { rows, stated } = past.list;
        if (rows.length > 0) {
          return difference(
            'degrades',
            `${rows.length} rows past the end`,
            `${page}: pages past the end show rows again.`,
          );
        }
        if (stated === null || first.stated === null || stated >= first.stated) return undefined;
        return difference('copes', `the count fell from ${first.stated} to ${stated}`);
      },
    },
  ];
}
