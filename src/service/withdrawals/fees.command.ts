// npm run fees
import { Argument, type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { decimalPlaces, isZero, parseDecimal, type Decimal } from '#domain/decimal.ts';
import {
  currenciesOf,
  decimalsOf,
  isCurrency,
  withdrawalNetworks,
  type Currency,
  type Network,
} from '#domain/networks.ts';
import { inTransaction } from '#database/transaction.ts';
import { commandLine, failUsage, runCommandLine } from '../../command-line.ts';
import { onDatabase } from '../../command-on-database.ts';
import { listFeeRules, resetFeeRule, setFeeRule } from './withdrawal-fees.ts';

const program = commandLine('fees', 'Show and change withdrawal fees and minimum amounts.');
const pairs = withdrawalNetworks
  .map((network) => `  ${network} ${currenciesOf(network).join(' | ')}`)
  .join('\n');
const networkArgument = new Argument('<network>', 'the network').choices(withdrawalNetworks);
const pairsHelp = `\nNetworks and their currencies:\n${pairs}`;

program
  .command('list')
  .description('Show the fee and the minimum amount of each currency')
  .action(
    async () =>
      await onDatabase(async ({ db }) => {
        console.log('network  currency  fee             minimum');
        for (const { network, currency, fee, minimum, isChanged } of await listFeeRules(db)) {
          const line = `${network.padEnd(9)}${currency.padEnd(10)}${fee.padEnd(16)}${minimum}`;
          console.log(isChanged ? `${line}  (changed)` : line);
        }
      }),
  );

program
  .command('set')
  .description('Change the fee and the minimum amount of one currency, for new withdrawals')
  .addArgument(networkArgument)
  .argument('<currency>', 'such as USDT')
  .requiredOption('--fee <amount>', 'what a withdrawal costs, in the currency itself', parseAmount)
  .requiredOption('--minimum <amount>', 'the smallest amount, in the currency itself', parseMinimum)
  .addHelpText('after', pairsHelp)
  .action(async (network, text, { fee, minimum }, command) => {
    const currency = currencyOn(network, text, command);
    for (const [option, amount] of Object.entries({ '--fee': fee, '--minimum': minimum })) {
      const places = decimalsOf(network, currency) ?? 0;
      if (decimalPlaces(amount) > places) {
        failUsage(
          command,
          `${option} has more decimals than the ${places} that ${currency} has on ${network}.`,
        );
      }
    }
    await onDatabase(async ({ db }) => {
      await inTransaction(db, async (tx) => await setFeeRule(tx, network, currency, { fee, minimum }));
      console.log(`${currency} on ${network}: fee ${fee}, minimum ${minimum}, for requests from now on.`);
    });
  });

program
  .command('reset')
  .description('Restore the default fee and minimum amount of one currency')
  .addArgument(networkArgument)
  .argument('<currency>', 'such as USDT')
  .addHelpText('after', pairsHelp)
  .action(async (network, text, _options, command) => {
    const currency = currencyOn(network, text, command);
    await onDatabase(async ({ db }) => {
      const wasChanged = await inTransaction(db, async (tx) => await resetFeeRule(tx, network, currency));
      console.log(
        `${currency} on ${network} has its default fee and minimum ${wasChanged ? 'again' : 'already'}.`,
      );
    });
  });

await runCommandLine(program);

function currencyOn(network: Network, text: string, command: CommandUnknownOpts): Currency {
  if (isCurrency(text) && decimalsOf(network, text) !== undefined) return text;
  return failUsage(
    command,
    `"${text}" isn’t a currency on ${network}. Use one of ${currenciesOf(network).join(', ')}.`,
  );
}

function parseAmount(text: string): Decimal {
  const amount = /^\d{1,40}(\.\d{1,40})?$/.test(text) ? parseDecimal(text) : undefined;
  if (amount === undefined) throw new InvalidArgumentError('Enter an amount such as 1.5.');
  return amount;
}

function parseMinimum(text: string): Decimal {
  const amount = parseAmount(text);
  if (isZero(amount)) throw new InvalidArgumentError('Enter an amount above 0.');
  return amount;
}
