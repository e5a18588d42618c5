import * as fc from 'fast-check';
import { decimal } from '#domain/decimal.ts';
import { type BalanceLine, balanceLine } from '#dashboard/entities/balances/balance-lines.ts';

/** For tests: amounts of zero, of many sizes, and of up to 18 decimals. */
export const anyAmount = fc.oneof(
  fc.constant(decimal(0)),
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.constantFrom(0, 6, 8, 18))
    .map(([units, places]) => decimal(`${units}e-${places}`)),
);

const anyLine: fc.Arbitrary<BalanceLine> = fc
  .tuple(
    fc.constantFrom('user', 'accounting', 'escrow'),
    fc.constantFrom('trx', 'eth', 'bnb', 'btc', 'trx_eth', 'ton'),
    fc.constantFrom('USDT', 'ETH', 'BTC', 'XYZ'),
    anyAmount,
    fc.option(anyAmount, { nil: undefined }),
    fc.option(anyAmount, { nil: undefined }),
  )
  .map(([type, network, currency, available, transit, blockchain]) =>
    balanceLine({ type, network, currency, available, transit, blockchain }),
  );

/** For tests: lines as a service might publish them, each place at most once. */
export const anyLines = fc.uniqueArray(anyLine, { selector: ({ key }) => key, maxLength: 25 });
