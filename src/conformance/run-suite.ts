import { type ParameterTable, suggestParameters } from '#contract/suggested-parameters.ts';
import { type Result, tryCheck } from './check.ts';
import { commonChecks } from './checks/common-checks.ts';
import { listChecks } from './checks/list-checks.ts';
import { lists } from './checks/lists.ts';
import { singleChecks } from './checks/single-checks.ts';
import { writeChecks } from './checks/write-checks.ts';
import { findParameterNames } from './find-parameter-names.ts';
import { type Provider, readOnly } from './provider.ts';

export type Findings = {
  results: readonly Result[];
  /** The setting `WALLET_API_PARAMETERS` for this provider. */
  parameters: ParameterTable;
};

/**
 * Tries every rule, one after the other, and then other names for the parameters that don't work. Unless `mayWrite`, only
 * GET requests are sent, and rules that need another one are not checked.
 */
export async function runSuite(provider: Provider, mayWrite: boolean): Promise<Findings> {
  const checks = [...singleChecks(), ...lists.flatMap(listChecks), ...commonChecks(), ...writeChecks()];
  const asked = mayWrite ? provider : readOnly(provider);
  const results: Result[] = [];
  for (const check of checks) results.push(await tryCheck(check, asked));
  const tried = await findParameterNames(readOnly(provider), results);
  return { results, parameters: suggestParameters(tried) };
}
