import { balanceRules } from './balances.ts';
import { decimalsAreOfCurrency } from './decimals.ts';
import { documentRules } from './document-rules.ts';
import { listRules } from './lists.ts';
import { postingIsOfKnownKind, postingRules } from './postings.ts';
import { requestRules } from './requests.ts';
import type { Rule } from './rule.ts';
import { walletRules } from './wallets.ts';

/** What must hold of the books on their own, whatever their postings are for. */
export const bookRules: readonly Rule[] = [...balanceRules, ...postingRules, ...walletRules, ...listRules];

/** All rules of the ledger: docs/ledger.md has the same table. */
export const ledgerRules: readonly Rule[] = [
  ...bookRules,
  postingIsOfKnownKind,
  ...documentRules,
  ...requestRules,
  decimalsAreOfCurrency,
];

const labels = new Map(ledgerRules.map(({ name, label }) => [name, label]));

/** What must hold, as a sentence; the name itself for a rule of another version of the program. */
export function labelOfRule(name: string): string {
  return labels.get(name) ?? name;
}
