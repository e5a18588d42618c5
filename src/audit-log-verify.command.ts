// npm run audit-log:verify
import { commandLine, runCommandLine } from './command-line.ts';
import { onDatabase } from './command-on-database.ts';
import { verifyAuditLog } from './gateway/audit-log/audit-log-verify.ts';

const program = commandLine(
  'audit-log:verify',
  'Check the activity log of every account. Names each entry that was changed or is missing, and then ends with code 1.',
).action(
  async () =>
    await onDatabase(
      async ({ db }) => {
        const { heads, register, differences } = await verifyAuditLog(db);
        for (const { account_id: account, entries, hash } of heads) {
          console.log(`${account}: ${entries} entries, head ${hash}`);
        }
        if (register !== undefined) {
          console.log(`register of activity logs: ${register.entries} entries, head ${register.hash}`);
        }
        if (differences.length === 0) {
          console.log(
            `The activity log is complete and unchanged (accounts: ${heads.length}). Keep the heads somewhere that people with access to the database can’t change.`,
          );
          return;
        }
        console.error(differences.length === 1 ? '1 difference:' : `${differences.length} differences:`);
        for (const difference of differences) console.error(`  ${difference}`);
        process.exitCode = 1;
      },
      { worksForRemote: true },
    ),
);

await runCommandLine(program);
