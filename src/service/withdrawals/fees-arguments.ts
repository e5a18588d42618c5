import { decimalPlaces, isNegative, isZero, parseDecimal, type Decimal } from '#domain/decimal.ts';
import {
  currenciesOf,
  decimalsOf,
  isCurrency,
  isNetwork,
  withdrawalNetworks,
  type Currency,
  type Network,
} from '#domain/networks.ts';
import { commandLine } from '../command-line.ts';
import type { FeeRule } from './withdrawal-fees.ts';

type Pair = { network: Network; currency: Currency };

export type FeesCommand =
  | { action: 'list' }
  | ({ action: 'set'; rule: FeeRule } & Pair)
  | ({ action: 'reset' } & Pair);

const usage = `Usage:
  npm run fees -- list
  npm run fees -- set NETWORK CURRENCY --fee AMOUNT --minimum AMOUNT
  npm run fees -- reset NETWORK CURRENCY

Both amounts are in the currency itself. NETWORK CURRENCY is one of:
${withdrawalNetworks.map((network) => `  ${network} ${currenciesOf(network).join(' | ')}`).join('\n')}`;

const { read, wrong } = commandLine(usage, { fee: { type: 'string' }, minimum: { type: 'string' } });

/** Reads the command line. Throws a CommandError that says what is wrong and how it is called. */
export function parseFeesArguments(args: string[]): FeesCommand {
  const { values, positionals } = read(args);
  const [action, ...rest] = positionals;
  const hasAmounts = values.fee !== undefined || values.minimum !== undefined;
  switch (action) {
    case 'list':
      if (rest.length > 0 || hasAmounts) throw wrong('"list" takes no arguments.');
      return { action };
    case 'set': {
      const pair = parsePair(rest);
      const fee = parseEnteredAmount('--fee', values.fee, pair);
      const minimum = parseEnteredAmount('--minimum', values.minimum, pair);
      if (isZero(minimum)) throw wrong('--minimum must be above 0.');
      return { action, ...pair, rule: { fee, minimum } };
    }
    case 'reset':
      if (hasAmounts) throw wrong('"reset" takes no amounts.');
      return { action, ...parsePair(rest) };
    case undefined:
    default:
      throw wrong(action === undefined ? 'Enter a command.' : `Unknown command "${action}".`);
  }
}

function parsePair([network = '', currency = '', ...more]: string[]): Pair {
  if (more.length > 0) throw wrong(`Unexpected argument "${more.join(' ')}".`);
  if (!isNetwork(network)) throw wrong(`Unknown network "${network}".`);
  if (!isCurrency(currency) || decimalsOf(network, currency) === undefined) {
    throw wrong(`"${currency}" isn’t a currency on ${network}.`);
  }
  return { network, currency };
}

function parseEnteredAmount(name: string, text: string | undefined, { network, currency }: Pair): Decimal {
  if (text === undefined) throw wrong(`${name} is missing.`);
  const amount = /^\d{1,40}(\.\d{1,40})?$/.test(text) ? parseDecimal(text) : undefined;
  if (amount === undefined || isNegative(amount)) throw wrong(`${name} must be an amount such as 1.5.`);
  const places = decimalsOf(network, currency) ?? 0;
  if (decimalPlaces(amount) > places) {
    throw wrong(`${name} has more decimals than the ${places} that ${currency} has on ${network}.`);
  }
  return amount;
}
