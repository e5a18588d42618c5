// npm run audit-log:verify: walks the activity log of every account, and fails on an entry that was changed or is missing.
import { verifyAuditLog } from './gateway/audit-log/audit-log-verify.ts';
import { runOnDatabase } from './service/command.ts';

await runOnDatabase(
  () => ({ mayCreate: false, worksForRemote: true }),
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
      return 0;
    }
    console.error(differences.length === 1 ? '1 difference:' : `${differences.length} differences:`);
    for (const difference of differences) console.error(`  ${difference}`);
    return 1;
  },
);
