// A process of its own, so that a test can kill it: movements at test speed, with the ledger checked all the while.
// Arguments: the database's configuration as JSON, the accounts' ids as JSON, a seed. Prints a line a movement.
import { type DatabaseConfig, openDatabase } from '#database/database.ts';
import { startWorker } from '../../worker/worker.ts';
import { ledgerCheckTask } from '../ledger-check.task.ts';
import { movementsOf } from './movements.ts';

const [config = '', accountIds = '', seed = ''] = process.argv.slice(2);
const database = await openDatabase(JSON.parse(config) as DatabaseConfig, (error) => {
  throw error;
});
const { db } = database;
startWorker({
  tasks: (['current', 'history'] as const).map((scope) => ledgerCheckTask({ db, scope, startAfterMs: 0 })),
  onError: (error) => {
    throw error;
  },
});
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
