import type { Operation } from '#contract/operation.ts';
import { timeText } from '#contract/open-fields.ts';
import type { ReadList } from '#contract/read-answer.ts';
import { parseResponse } from '#contract/parse-response.ts';
import { getWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { testKey } from '#contract/wallet-service/test.ts';
import { parseTimestamp } from '#domain/time.ts';
import { isForbidden, isMissing, quote } from './answers.ts';
import { difference, type Difference, NotCheckable } from './check.ts';
import type { Reply } from './provider.ts';
import { addDataProblems, addEnvelopeProblems, collectProblems, type Problems } from './written-form.ts';

export type AnyList = ReadList<Record<string, unknown>>;

const pages: Readonly<Record<string, string>> = {
  Test: 'Sign-in',
  Wallets: 'Wallets',
  User: 'Balances',
  Transactions: 'Transactions',
  Exchange: 'Exchanges',
  Withdrawal: 'Withdrawals',
  AML: 'AML checks',
};

/** The page of the console that shows what the operation answers. */
export function pageOf({ tag }: Operation): string {
  return pages[tag] ?? tag;
}

/**
 * Compares a success with the published form, and rates the difference by how the console reads it. `addMore`: problems
 * of a list's rows beyond their shape. Throws NotCheckable for a key that may not ask.
 */
export function judgeAnswer(
  operation: Operation,
  reply: Reply,
  addMore?: (problems: Problems) => void,
): Difference | undefined {
  if (reply.status === 429) throw new NotCheckable('the provider was asked too often');
  const answer = parseResponse(operation, reply.status, reply.text, { query: {} });
  if (!answer.ok) {
    const problem = `answered ${quote(reply)}`;
    if (isForbidden(reply)) throw new NotCheckable(problem);
    return isMissing(reply)
      ? missing(operation, problem)
      : difference('unusable', problem, `${pageOf(operation)}: ${answer.message}.`);
  }
  const problems = collectProblems();
  addEnvelopeProblems(problems, reply);
  addDataProblems(problems, operation, reply);
  addMore?.(problems);
  const effects = operation.rows === undefined ? [] : effectsOf(operation, answer.data as AnyList);
  const found = problems.all();
  if (found.length === 0 && effects.length === 0) return undefined;
  return { rating: effects.length === 0 ? 'copes' : 'degrades', problems: found, effects };
}

function missing(operation: Operation, problem: string): Difference {
  const page = pageOf(operation);
  if (operation.id === testKey.id) return difference('copes', problem);
  const what = operation.id === getWithdrawalRequest.id ? 'the details of a withdrawal aren’t' : 'not';
  return difference(
    'degrades',
    problem,
    operation.method === 'GET'
      ? `${page}: ${what} available.`
      : `${page}: “${operation.summary}” isn’t available.`,
  );
}

/** What the console can't show of a list as it was read. */
function effectsOf(operation: Operation, { rows, otherRows, count, stated }: AnyList): string[] {
  const page = pageOf(operation);
  const broken = rows.filter(({ isWhole }) => !isWhole);
  const fields = [...new Set(broken.flatMap(({ problems }) => problems))];
  const times = Object.entries(operation.rows?.schema.shape ?? {})
    .filter(([, schema]) => schema === timeText)
    .map(([name]) => name)
    .filter((name) =>
      rows.some(({ value }) => typeof value[name] === 'string' && parseTimestamp(value[name]) === undefined),
    );
  return [
    ...(broken.length > 0
      ? [`${page}: ${broken.length} of ${rows.length} rows are marked as incomplete (${fields.join(', ')}).`]
      : []),
    ...(times.length > 0
      ? [`${page}: ${times.join(' and ')} can’t be read as times, so they are shown as they were sent.`]
      : []),
    ...(otherRows > 0
      ? [`${page}: rows of another kind are left out, so the total isn’t available.`]
      : stated === null
        ? [`${page}: the total isn’t available, and exports and sums aren’t complete.`]
        : count === null
          ? [`${page}: the total contradicts the rows, so it isn’t shown.`]
          : []),
  ];
}
