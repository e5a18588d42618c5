import { type Result, tryCheck } from './check.ts';
import { commonChecks } from './checks/common-checks.ts';
import { listChecks } from './checks/list-checks.ts';
import { lists } from './checks/lists.ts';
import { singleChecks } from './checks/single-checks.ts';
import { writeChecks } from './checks/write-checks.ts';
import { type Provider, readOnly } from './provider.ts';

/**
 * Tries every rule, one after the other. Unless `mayWrite`, only GET requests are sent, and rules that need another
 * one are not checked.
 */
export async function runSuite(provider: Provider, mayWrite: boolean): Promise<Result[]> {
  const checks = [...singleChecks(), ...lists.flatMap(listChecks), ...commonChecks(), ...writeChecks()];
  const asked = mayWrite ? provider : readOnly(provider);
  const results: Result[] = [];
  for (const check of checks) results.push(await tryCheck(check, asked));
  return results;
}

/** The results by operation, each rule a line, and a last line that adds them up. */
export function describeResults(results: readonly Result[]): string {
  const operations = [...new Set(results.map(({ operation }) => operation))];
  const blocks = operations.map((operation) => {
    const lines = results
      .filter((result) => result.operation === operation)
      .map(({ basis, says, outcome, detail }) => {
        const end = detail === undefined ? '' : `\n${' '.repeat(25)}${detail}`;
        return `  ${outcome.padEnd(11)}  ${basis.padEnd(9)} ${says}${end}`;
      });
    return `${operation.method} ${operation.path} (${operation.summary})\n${lines.join('\n')}`;
  });
  const count = (outcome: Result['outcome'], basis: Result['basis']) =>
    results.filter((result) => result.outcome === outcome && result.basis === basis).length;
  return `${blocks.join('\n\n')}

published: ${count('agrees', 'published')} agree, ${count('differs', 'published')} differ, ${count('not checked', 'published')} not checked
decided:   ${count('agrees', 'decided')} agree, ${count('differs', 'decided')} differ, ${count('not checked', 'decided')} not checked`;
}

/** Whether the provider differs from what is published or, when `isStrict`, from anything. */
export function isRefused(results: readonly Result[], isStrict: boolean): boolean {
  return results.some(({ outcome, basis }) => outcome === 'differs' && (isStrict || basis === 'published'));
}
