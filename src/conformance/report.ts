import { type Cost, costs, type Problem, type Result } from './check.ts';
import type { Findings } from './run-suite.ts';

const ratings = ['agrees', ...costs, 'not checked'] as const;

/** The worst rating of a rule that was checked; undefined where no response of a list or of balances could be judged. */
export function overallRating({ results }: Findings): 'agrees' | Cost | undefined {
  const reads = results.filter(
    ({ operation, basis, says }) =>
      operation.method === 'GET' && basis === 'published' && says.startsWith('answers in the envelope'),
  );
  if (reads.every(({ rating }) => rating === 'not checked')) return undefined;
  const isNothingThere = reads.every(({ effects }) =>
    effects.some((effect) => effect.endsWith('not available.')),
  );
  if (isNothingThere) return 'unusable';
  return costs.findLast((cost) => results.some(({ rating }) => rating === cost)) ?? 'agrees';
}

/** The results by operation, each rule a line with what differs below it, and what to set. */
export function describeFindings(findings: Findings): string {
  const { results } = findings;
  const operations = [...new Set(results.map(({ operation }) => operation))];
  const blocks = operations.map((operation) => {
    const lines = results.filter((result) => result.operation === operation).flatMap(linesOf);
    return `${operation.method} ${operation.path} (${operation.summary})\n${lines.join('\n')}`;
  });
  return [...blocks, describeParameters(findings), describeCounts(findings)].join('\n\n');
}

function linesOf({ rating, basis, says, problems, effects, reason }: Result): string[] {
  const details = [...problems.map(describeProblem), ...effects, ...(reason === null ? [] : [reason])];
  const indent = ' '.repeat(25);
  return [
    `  ${rating.padEnd(11)}  ${basis.padEnd(9)} ${says}`,
    ...details.map((detail) => `${indent}${detail}`),
  ];
}

function describeProblem({ path, problem, count }: Problem): string {
  return `${path === null ? '' : `${path}: `}${problem}${count > 1 ? ` (${count} times)` : ''}`;
}

function describeParameters({ parameters }: Findings): string {
  if (Object.keys(parameters).length === 0) {
    return 'WALLET_API_PARAMETERS doesn’t need to be set: no parameter is known to have another name.';
  }
  const hasBlanks = Object.values(parameters).some((names) => Object.values(names).includes(''));
  return `Set this for the console:
WALLET_API_PARAMETERS='${JSON.stringify(parameters)}'
null: the provider says that it has no such parameter.${
    hasBlanks
      ? '\n"": no common name works. Fill in the name from the provider’s documentation, or null if it has none.'
      : ''
  }`;
}

function describeCounts(findings: Findings): string {
  const { results } = findings;
  const lines = (['published', 'decided'] as const).map((basis) => {
    const counts = ratings.map(
      (rating) =>
        `${results.filter((each) => each.rating === rating && each.basis === basis).length} ${rating}`,
    );
    return `${`${basis}:`.padEnd(10)} ${counts.join(', ')}`;
  });
  return `${lines.join('\n')}\n${`overall:`.padEnd(10)} ${overallRating(findings) ?? 'nothing could be checked'}`;
}

/** The findings as the JSON that docs/conformance.md describes. */
export function toJson(findings: Findings, { url, wrote }: { url: URL; wrote: boolean }): unknown {
  return {
    provider: url.href,
    wrote,
    rating: overallRating(findings) ?? null,
    rules: findings.results.map(
      ({ operation, basis, says, parameter = null, rating, problems, effects, reason }) => ({
        operation: operation.id,
        method: operation.method,
        path: operation.path,
        basis,
        rule: says,
        parameter,
        rating,
        problems,
        effects,
        reason,
      }),
    ),
    parameters: findings.parameters,
  };
}

const exitCodes = { agrees: 0, copes: 0, degrades: 3, unusable: 4 } as const;

export function exitCodeOf(findings: Findings): number {
  const rating = overallRating(findings);
  return rating === undefined ? 1 : exitCodes[rating];
}
