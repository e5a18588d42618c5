import { decimalPlaces, isPositive, parseDecimal, type Decimal } from '#domain/decimal.ts';
import { commandLine } from '../../command-line.ts';

export type ChecksCommand =
  | { action: 'show' }
  | { action: 'grant'; checks: number; accountId: string | undefined }
  | { action: 'starting'; checks: number }
  | { action: 'fee'; amount: Decimal };

const usage = `Usage:
  npm run checks -- show
  npm run checks -- grant NUMBER [--account ACCOUNT_ID]
  npm run checks -- starting NUMBER     how many checks an account begins with
  npm run checks -- fee AMOUNT          what a check costs in USDT when none is left`;

const { read, wrong } = commandLine(usage, { account: { type: 'string' } });

const mostChecks = 1_000_000;
/** The smallest unit of USDT on Tron and Ethereum. */
const usdtPlaces = 6;

/** Reads the command line. Throws a CommandError that says what is wrong and how it is called. */
export function parseChecksArguments(args: string[]): ChecksCommand {
  const { values, positionals } = read(args);
  const [action, value, ...more] = positionals;
  if (more.length > 0) throw wrong(`Unexpected argument "${more.join(' ')}".`);
  if (values.account !== undefined && action !== 'grant') throw wrong('--account works only with "grant".');
  switch (action) {
    case 'show': {
      if (value !== undefined) throw wrong('"show" takes no arguments.');
      return { action };
    }
    case 'grant':
      return { action, checks: parseNumber(value, 1), accountId: values.account };
    case 'starting':
      return { action, checks: parseNumber(value, 0) };
    case 'fee':
      return { action, amount: parseEnteredAmount(value) };
    case undefined:
    default:
      throw wrong(action === undefined ? 'Enter a command.' : `Unknown command "${action}".`);
  }
}

function parseNumber(text: string | undefined, least: number): number {
  const number = /^\d{1,7}$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (number >= least && number <= mostChecks) return number;
  throw wrong(`NUMBER must be a whole number from ${least} to ${mostChecks}.`);
}

function parseEnteredAmount(text: string | undefined): Decimal {
  const amount = parseDecimal(text ?? '');
  if (amount === undefined || !isPositive(amount) || decimalPlaces(amount) > usdtPlaces) {
    throw wrong(`AMOUNT must be above zero, with at most ${usdtPlaces} decimals.`);
  }
  return amount;
}
