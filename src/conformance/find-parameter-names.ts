import { commonParameterNames } from '#contract/list-parameter-names.ts';
import { defaultOf } from '#contract/asked-query.ts';
import type { ParameterMeaning } from '#contract/list-parameters.ts';
import type { Operation } from '#contract/operation.ts';
import { impossibleOf } from '#contract/probe-values.ts';
import type { TriedParameter } from '#contract/suggested-parameters.ts';
import { NotCheckable, type Result } from './check.ts';
import { lists } from './checks/lists.ts';
import { NoAnswerError, type Provider } from './provider.ts';
import { readList } from './read-list.ts';
import {
  filterProblem,
  isUnknownParameter,
  limitProblem,
  offsetProblem,
  orderProblem,
} from './try-parameter.ts';

/** What each parameter is called there: by the contract's name if a rule agreed, otherwise by a common one that works. */
export async function findParameterNames(
  provider: Provider,
  results: readonly Result[],
): Promise<TriedParameter[]> {
  const tried: TriedParameter[] = [];
  for (const { operation, id } of lists) {
    for (const [name, meaning] of Object.entries(operation.rows?.parameters ?? {})) {
      // Where nothing is answered, no name is either.
      const rules = results.filter(
        (each) => each.operation === operation && each.parameter === name && each.rating !== 'unusable',
      );
      // An order that was refused because of its field says nothing of its direction.
      const isAboutOther = (problem: string) =>
        meaning.kind === 'direction' && isUnknownParameter('sort_by', problem);
      const problems = rules
        .flatMap((rule) => rule.problems.map(({ problem }) => problem))
        .filter((problem) => !isAboutOther(problem));
      const hasAgreed = rules.some(({ rating }) => rating === 'agrees');
      if (!hasAgreed && problems.length === 0) continue;
      const parameter = { operation: operation.id, parameter: name };
      // Rows can be in an order by chance.
      const own = { operation, name, meaning, sentName: name };
      if (hasAgreed && (problems.length === 0 || (await hasEffect(own, id, provider)))) {
        tried.push({ ...parameter, works: name });
        continue;
      }
      const other = await findOtherName(operation, name, meaning, id, provider);
      const isRefused = problems.every((each) => isUnknownParameter(name, each));
      tried.push({ ...parameter, works: other ?? (isRefused ? null : undefined) });
    }
  }
  return tried;
}

/** One of the common names by which the provider knows the parameter. */
async function findOtherName(
  operation: Operation,
  name: string,
  meaning: ParameterMeaning,
  id: string,
  provider: Provider,
): Promise<string | undefined> {
  const names = (commonParameterNames as Readonly<Record<string, readonly string[]>>)[name] ?? [];
  for (const sentName of names) {
    if (await hasEffect({ operation, name, meaning, sentName }, id, provider)) return sentName;
  }
  return undefined;
}

type Tried = { operation: Operation; name: string; meaning: ParameterMeaning; sentName: string };

/** What can't be tried doesn't work. */
async function works(findProblem: () => Promise<string | undefined>): Promise<boolean> {
  try {
    return (await findProblem()) === undefined;
  } catch (error) {
    if (error instanceof NotCheckable || error instanceof NoAnswerError) return false;
    throw error;
  }
}

/** Whether the provider knows the parameter by this name. What can't be told is a no. */
async function hasEffect(tried: Tried, id: string, provider: Provider): Promise<boolean> {
  const { operation, name, meaning, sentName } = tried;
  switch (meaning.kind) {
    case 'limit':
      return await works(() => limitProblem(tried, provider));
    case 'offset':
      return await works(() => offsetProblem(tried, id, provider));
    case 'sort':
      for (const sort_by of Object.keys(meaning.by)) {
        const order = { sort_by, sort_direction: 'desc' } as const;
        const isDefault = sort_by === defaultOf(operation, 'sort_by');
        if (!isDefault && (await works(() => orderProblem(operation, order, provider, () => sentName))))
          return true;
      }
      return false;
    case 'direction': {
      const order = { sort_by: defaultOf(operation, 'sort_by') ?? '', sort_direction: 'asc' } as const;
      return await works(() => orderProblem(operation, order, provider, () => sentName));
    }
    case 'equals':
    case 'contains':
    case 'holds':
    case 'from':
    case 'to':
    default: {
      // Most names are not known at all, which one request shows.
      const query = { [sentName]: impossibleOf(meaning), limit: '1' };
      const isIgnored = async () => {
        const nothing = await readList(operation, provider, query);
        return 'list' in nothing && nothing.list.rows.length > 0 ? 'ignored' : undefined;
      };
      if (!(await works(isIgnored))) return false;
      return await works(() => filterProblem({ operation, name, meaning, sentName }, provider));
    }
  }
}
