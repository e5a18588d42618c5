// npm run checks: shows and changes how many AML checks accounts have, and what one costs beyond them.
import type { Kysely } from 'kysely';
import { decimal } from '#domain/decimal.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Tables } from '#database/tables.ts';
import { CommandError, runOnDatabase } from '../../command.ts';
import { listAccounts } from '../../keys/accounts.store.ts';
import { addChecks, countChecksLeft } from './allowances.store.ts';
import { type ChecksCommand, parseChecksArguments } from './checks-arguments.ts';
import { findSetting, writeSetting } from './settings.store.ts';

let command: ChecksCommand;

await runOnDatabase(
  () => {
    command = parseChecksArguments(process.argv.slice(2));
    return { mayCreate: false };
  },
  async ({ db }) => await run(db, command),
);

async function run(db: Kysely<Tables>, asked: ChecksCommand): Promise<number> {
  if (asked.action === 'show') return await show(db);
  if (asked.action === 'grant') return await grant(db, asked);
  if (asked.action === 'starting') {
    await writeSetting(db, 'starting_checks', decimal(asked.checks));
    console.log(`Accounts begin with ${asked.checks} checks from now on.`);
    return 0;
  }
  await writeSetting(db, 'fee_usdt', asked.amount);
  console.log(`A check costs ${asked.amount} USDT when none is left.`);
  return 0;
}

async function show(db: Kysely<Tables>): Promise<number> {
  console.log(`A check costs ${await findSetting(db, 'fee_usdt')} USDT when none is left.`);
  console.log(`Accounts begin with ${await findSetting(db, 'starting_checks')} checks.`);
  for (const { accountId, name } of await listAccounts(db)) {
    console.log(`${accountId}  ${name}: ${await countChecksLeft(db, accountId)} left`);
  }
  return 0;
}

async function grant(
  db: Kysely<Tables>,
  { checks, accountId }: ChecksCommand & { action: 'grant' },
): Promise<number> {
  const accounts = await listAccounts(db);
  const names = accounts.map((account) => `  ${account.accountId}  ${account.name}`).join('\n');
  const [only, ...others] = accounts.filter(
    (account) => accountId === undefined || account.accountId === accountId,
  );
  if (only === undefined) {
    throw new CommandError(
      accountId === undefined
        ? 'There is no account yet.'
        : `There is no account ${accountId}. There are:\n${names}`,
    );
  }
  if (others.length > 0)
    throw new CommandError(`There are several accounts: choose one with --account.\n${names}`);
  const left = await inTransaction(db, async (tx) => await addChecks(tx, only.accountId, checks));
  console.log(`${only.accountId} has ${left} checks left.`);
  return 0;
}
