import { expect, it } from 'vitest';
import { isWhole, rowsOfPart } from '#contract/gateway/statement-part.ts';
import type { StatementRow } from '#contract/gateway/statements.ts';
import type { Instant } from '#domain/time.ts';
import { ZERO } from '#domain/decimal.ts';
import { entriesPath } from './entries-path.ts';
import { parseStatementFilters } from './statement-filters.ts';
import { formatStatementUrl } from './statement-period.ts';

const funds = { total: ZERO, on_hold: ZERO, in_transit: ZERO };
const movements = {
  inflow: ZERO,
  outflow: ZERO,
  withdrawal_fees: ZERO,
  aml_check_fees: ZERO,
  exchanged_in: ZERO,
  exchanged_out: ZERO,
  collected: ZERO,
  other: ZERO,
};
const rows: StatementRow[] = ['user trx USDT', 'user eth ETH', 'accounting trx USDT'].map((place) => {
  const [type = '', network = '', currency = ''] = place.split(' ');
  return { type, network, currency, opening: funds, movements, closing: funds };
});

const parse = (search: string) => parseStatementFilters(new URLSearchParams(search));
const placesFor = (search: string) =>
  rowsOfPart(rows, parse(search)).map(({ type, network, currency }) => `${type} ${network} ${currency}`);

it('keeps what a statement is limited to when its period changes', () => {
  const url = formatStatementUrl(
    { from: '2026-10-01', to: '2026-11-01' },
    parse('?wallet=T1&type=user&until=x'),
  );
  expect(url).toBe('?from=2026-10-01&to=2026-11-01&type=user&wallet=T1');
  expect(parse(url)).toEqual({ type: 'user', wallet: 'T1' });
  expect([isWhole(parse('?currency=')), isWhole(parse('?currency=ETH'))]).toEqual([true, false]);
});

it('shows the rows of a wallet type, a network and a currency', () => {
  expect(placesFor('')).toHaveLength(3);
  expect(placesFor('?type=user&network=trx')).toEqual(['user trx USDT']);
  expect(placesFor('?currency=USDT')).toEqual(['user trx USDT', 'accounting trx USDT']);
});

it('links a figure to its entries, from the first moment of the period to the last', () => {
  const period = {
    from: '2026-10-01T00:00:00.000000Z' as Instant,
    asOf: '2026-11-01T00:00:00.000000Z' as Instant,
  };
  expect(entriesPath('outflow', period, { type: 'user', currency: 'USDT' })).toBe(
    '/books/entries?type=user&currency=USDT&booked_from=2026-10-01T00%3A00%3A00.000000Z&booked_to=2026-10-31T23%3A59%3A59.999999Z&movement=outflow',
  );
  expect(entriesPath('opening', period, { currency: 'USDT' })).toBe(
    '/books/entries?currency=USDT&booked_to=2026-09-30T23%3A59%3A59.999999Z',
  );
});
