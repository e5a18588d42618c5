// npm run ledger:verify
import { formatCount } from '#domain/format.ts';
import { commandLine, runCommandLine } from '../../command-line.ts';
import { onDatabase } from '../../command-on-database.ts';
import { verifyLedger } from './ledger-verify.ts';
import { ledgerRules } from './rules/rules.ts';

const program = commandLine(
  'ledger:verify',
  'Check balances, postings, documents, holds, payments, addresses and counts against each other. Prints every fault, and then ends with code 1.',
).action(
  async () =>
    await onDatabase(async ({ db }) => {
      const { counts, differences } = await verifyLedger(db);
      const { accounts, wallets, ledgerAccounts, postings, entries } = counts;
      console.log(
        `Accounts: ${accounts}, wallets: ${wallets}, balances: ${ledgerAccounts}, postings: ${postings}, entries: ${entries}.`,
      );
      if (differences.length === 0) {
        console.log(`No faults: all ${ledgerRules.length} rules hold.`);
        return;
      }
      console.error(`${formatCount(differences.length, 'fault')}:`);
      for (const difference of differences) console.error(`  ${difference}`);
      process.exitCode = 1;
    }),
);

await runCommandLine(program);
