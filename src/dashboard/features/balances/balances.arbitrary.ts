import * as fc from 'fast-check';
import { decimal } from '#domain/decimal.ts';
import { type BalanceLine, lineKey } from './balance-lines.ts';

/** For tests: amounts of zero, of many sizes, and of up to 18 decimals. */
export const anyAmount = fc.oneof(
  fc.constant(decimal(0)),
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.constantFrom(0, 6, 8, 18))
    .map(([units, places]) => decimal(`${units}e-${places}`)),
);

const anyPlace = fc.record({
  type: fc.constantFrom('user', 'accounting', 'escrow'),
  network: fc.constantFrom('trx', 'eth', 'bnb', 'btc', 'trx_eth', 'ton'),
  currency: fc.constantFrom('USDT', 'ETH', 'BTC', 'XYZ'),
});

/** For tests: lines as a service might publish them, each place at most once. */
export const anyLines: fc.Arbitrary<BalanceLine[]> = fc
  .uniqueArray(anyPlace, {
    selector: ({ type, network, currency }) => lineKey(type, network, currency),
    maxLength: 25,
  })
  .chain((places) =>
    fc.tuple(
      ...places.map((place) =>
        fc
          .record({
            available: anyAmount,
            transit: fc.option(anyAmount, { nil: undefined }),
            blockchain: fc.option(anyAmount, { nil: undefined }),
          })
          .map((amounts) => ({
            key: lineKey(place.type, place.network, place.currency),
            ...place,
            ...amounts,
          })),
      ),
    ),
  );
