import { formatCount } from '#domain/format.ts';
// npm run ledger:verify: checks everything against every rule, and fails at any fault.
import { runOnDatabase } from '../command.ts';
import { verifyLedger } from './ledger-verify.ts';
import { ledgerRules } from './rules/rules.ts';

await runOnDatabase(
  () => ({ mayCreate: false }),
  async ({ db }) => {
    const { counts, differences } = await verifyLedger(db);
    const { accounts, wallets, ledgerAccounts, postings, entries } = counts;
    console.log(
      `Accounts: ${accounts}, wallets: ${wallets}, balances: ${ledgerAccounts}, postings: ${postings}, entries: ${entries}.`,
    );
    if (differences.length === 0) {
      console.log(`No faults: all ${ledgerRules.length} rules hold.`);
      return 0;
    }
    console.error(`${formatCount(differences.length, 'fault')}:`);
    for (const difference of differences) console.error(`  ${difference}`);
    return 1;
  },
);
