import { expect, it } from 'vitest';
import { compare } from '#domain/arithmetic.ts';
import { decimalPlaces } from '#domain/decimal.ts';
import { currenciesOf, decimalsOf, withdrawalNetworks } from '#domain/networks.ts';
import { CommandError } from '../command.ts';
import { parseFeesArguments } from './fees-arguments.ts';
import { defaultFeeRule } from './withdrawal-fees.ts';

const pairs = withdrawalNetworks.flatMap((network) =>
  currenciesOf(network).map((currency) => [network, currency] as const),
);

it.each(pairs)('has a default for %s %s: payable, and with a minimum above the fee', (network, currency) => {
  const rule = defaultFeeRule(network, currency);
  if (rule === undefined) throw new Error('There is none.');
  expect(compare(rule.minimum, rule.fee)).toBe(1);
  expect(decimalPlaces(rule.fee)).toBeLessThanOrEqual(decimalsOf(network, currency) ?? 0);
});

it('reads what can be asked', () => {
  expect(parseFeesArguments(['list'])).toEqual({ action: 'list' });
  const pair = { network: 'eth', currency: 'USDT' };
  expect(parseFeesArguments(['reset', 'eth', 'USDT'])).toEqual({ action: 'reset', ...pair });
  const set = parseFeesArguments(['set', 'eth', 'USDT', '--fee', '0', '--minimum', '10.50']);
  expect(set).toEqual({ action: 'set', ...pair, rule: { fee: '0', minimum: '10.5' } });
});

it.each([
  ['nothing', [], 'Enter a command'],
  ['an unknown word', ['change'], 'Unknown command "change"'],
  ['a list of one', ['list', 'eth'], '"list" takes no arguments'],
  ['an unknown network', ['reset', 'doge', 'DOGE'], 'Unknown network "doge"'],
  ['a currency of another network', ['reset', 'btc', 'USDT'], '"USDT" isn’t a currency on btc'],
  ['no currency', ['reset', 'btc'], '"" isn’t a currency on btc'],
  ['too much', ['reset', 'btc', 'BTC', 'now'], 'Unexpected argument "now"'],
  ['amounts to reset', ['reset', 'btc', 'BTC', '--fee', '1'], '"reset" takes no amounts'],
  ['no fee', ['set', 'btc', 'BTC', '--minimum', '1'], '--fee is missing'],
  ['no minimum', ['set', 'btc', 'BTC', '--fee', '0'], '--minimum is missing'],
  ['a minimum of zero', ['set', 'btc', 'BTC', '--fee', '0', '--minimum', '0'], '--minimum must be above 0'],
  ['a negative fee', ['set', 'btc', 'BTC', '--fee=-1', '--minimum', '1'], '--fee must be an amount'],
  ['no number', ['set', 'btc', 'BTC', '--fee', '1e-3', '--minimum', '1'], '--fee must be an amount'],
  [
    'more decimals than there are',
    ['set', 'trx', 'USDT', '--fee', '0.0000001', '--minimum', '1'],
    '--fee has more decimals than the 6 that USDT has on trx',
  ],
  ['an unknown option', ['list', '--all'], "Unknown option '--all'"],
])('refuses %s, and says how it is called', (_what, args, message) => {
  expect(() => parseFeesArguments(args)).toThrow(CommandError);
  expect(() => parseFeesArguments(args)).toThrow(message);
  expect(() => parseFeesArguments(args)).toThrow('npm run fees -- set');
});
