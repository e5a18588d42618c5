// npm run ledger:verify: computes every balance anew, and fails on any difference.
import { runOnDatabase } from '../command.ts';
import { verifyLedger } from './ledger-verify.ts';

await runOnDatabase(
  () => ({ mayCreate: false }),
  async ({ db }) => {
    const { counts, differences } = await verifyLedger(db);
    const { accounts, wallets, ledgerAccounts, postings, entries } = counts;
    console.log(
      `Accounts: ${accounts}, wallets: ${wallets}, balances: ${ledgerAccounts}, postings: ${postings}, entries: ${entries}.`,
    );
    if (differences.length === 0) {
      console.log(
        'The books are right: every balance is the sum of its entries, every posting adds up to zero.',
      );
      return 0;
    }
    console.error(`${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}:`);
    for (const difference of differences) console.error(`  ${difference}`);
    return 1;
  },
);
