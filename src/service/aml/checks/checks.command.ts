// npm run checks
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { decimal, decimalPlaces, isPositive, parseDecimal, type Decimal } from '#domain/decimal.ts';
import { decimalsOf, walletNetworks } from '#domain/networks.ts';
import { inTransaction } from '#database/transaction.ts';
import { CommandError, commandLine, runCommandLine } from '../../../command-line.ts';
import { onDatabase } from '../../../command-on-database.ts';
import { listAccounts } from '../../keys/accounts.store.ts';
import { amlFeeCurrency } from './aml-fees.store.ts';
import { addChecks, countChecksLeft } from './allowances.store.ts';
import { findSetting, writeSetting } from './settings.store.ts';

const mostChecks = 1_000_000;
/** The most that a fee can have wherever it may be paid. */
const feePlaces = Math.min(...walletNetworks.flatMap((network) => decimalsOf(network, amlFeeCurrency) ?? []));

const program = commandLine(
  'checks',
  'Show and grant prepaid AML checks, and set how many an account begins with and what further ones cost.',
);

program
  .command('show')
  .description('Show the price of a check, how many an account begins with, and how many each has left')
  .action(
    async () =>
      await onDatabase(async ({ db }) => {
        console.log(`A check costs ${await findSetting(db, 'fee_usdt')} USDT when none is left.`);
        console.log(`Accounts begin with ${await findSetting(db, 'starting_checks')} checks.`);
        for (const { accountId, name } of await listAccounts(db)) {
          console.log(`${accountId}  ${name}: ${await countChecksLeft(db, accountId)} left`);
        }
      }),
  );

program
  .command('grant')
  .description('Give an account more prepaid checks')
  .argument('<number>', `how many, up to ${mostChecks}`, (text) => parseNumber(text, 1))
  .option('--account <id>', 'the account, needed if there are several')
  .action(
    async (checks, { account: wanted }) =>
      await onDatabase(async ({ db }) => {
        const accounts = await listAccounts(db);
        const names = accounts.map(({ accountId, name }) => `  ${accountId}  ${name}`).join('\n');
        const [only, ...others] = accounts.filter(
          ({ accountId }) => wanted === undefined || accountId === wanted,
        );
        if (only === undefined) {
          throw new CommandError(
            wanted === undefined
              ? 'There is no account yet.'
              : `There is no account ${wanted}. There are:\n${names}`,
          );
        }
        if (others.length > 0) {
          throw new CommandError(`There are several accounts: choose one with --account.\n${names}`);
        }
        const left = await inTransaction(db, async (tx) => await addChecks(tx, only.accountId, checks));
        console.log(`${only.accountId} has ${left} checks left.`);
      }),
  );

program
  .command('starting')
  .description('Set how many checks an account begins with')
  .argument('<number>', `how many, from 0 to ${mostChecks}`, (text) => parseNumber(text, 0))
  .action(
    async (checks) =>
      await onDatabase(async ({ db }) => {
        await writeSetting(db, 'starting_checks', decimal(checks));
        console.log(`Accounts begin with ${checks} checks from now on.`);
      }),
  );

program
  .command('fee')
  .description('Set the USDT price of a check once prepaid checks run out')
  .argument('<amount>', 'the price in USDT, such as 1.5', parsePrice)
  .action(
    async (amount) =>
      await onDatabase(async ({ db }) => {
        await writeSetting(db, 'fee_usdt', amount);
        console.log(`A check costs ${amount} USDT when none is left.`);
      }),
  );

await runCommandLine(program);

function parseNumber(text: string, least: number): number {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= mostChecks) return number;
  throw new InvalidArgumentError(`Enter a whole number from ${least} to ${mostChecks}.`);
}

function parsePrice(text: string): Decimal {
  const amount = parseDecimal(text);
  if (amount === undefined || !isPositive(amount) || decimalPlaces(amount) > feePlaces) {
    throw new InvalidArgumentError(`Enter an amount above 0 with at most ${feePlaces} decimals.`);
  }
  return amount;
}
