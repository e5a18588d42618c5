// A process of its own, so that a test can kill it: movements at test speed, with the ledger checked all the while.
// Arguments: the database's configuration as JSON, the accounts' ids as JSON, a seed. Prints a line a movement.
import { type DatabaseConfig, openDatabase } from '#database/database.ts';
import { createJobs } from '#jobs/jobs.ts';
import { ledgerCheckJob } from '../ledger-check.job.ts';
import { movementsOf } from './movements.ts';

const [config = '', accountIds = '', seed = ''] = process.argv.slice(2);
const database = await openDatabase(JSON.parse(config) as DatabaseConfig, (error) => {
  throw error;
});
const { db } = database;
const jobs = createJobs((error) => {
  throw error;
});
for (const scope of ['current', 'history'] as const) jobs.add(ledgerCheckJob({ db, scope, startAfterMs: 0 }));
jobs.start();
// Two at a time, so that they meet.
await Promise.all(
  [0, 1].map(async (half) => {
    const { moveOnce } = movementsOf(db, JSON.parse(accountIds) as string[], Number(seed) * 2 + half);
    for (;;) {
      await moveOnce();
      process.stdout.write('.');
    }
  }),
);
