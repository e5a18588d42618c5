// A process of its own that has a data directory open, for the tests that kill it:
// `node testing-process.ts DIRECTORY hold|write`. It prints `open`, and when it writes then the id of each
// account whose transaction was acknowledged. A refusal to open goes to standard error.
import { once } from 'node:events';
import { sql } from 'kysely';
import { instantFromDate } from '#domain/time.ts';
import { openDatabase } from '../database.ts';
import { inTransaction } from '../transaction.ts';

const [directory, task] = process.argv.slice(2);

try {
  const { db } = await openDatabase({ kind: 'pglite', directory });
  process.stdout.write('open\n');
  const created_at = instantFromDate(new Date());
  if (task !== 'write') await once(process, 'SIGTERM');
  for (let count = 1; ; count += 1) {
    const account_id = `${process.pid}-${count}`;
    await inTransaction(db, async (trx) => {
      await trx.insertInto('accounts').values({ account_id, name: 'a', created_at }).execute();
      await trx.updateTable('accounts').set({ name: 'b' }).where('account_id', '=', account_id).execute();
    });
    process.stdout.write(`${account_id}\n`);
    if (count % 50 === 0) await sql`checkpoint`.execute(db);
  }
} catch (error) {
  process.stderr.write(error instanceof Error ? `${error.name}: ${error.message}\n` : String(error));
  process.exit(1);
}
