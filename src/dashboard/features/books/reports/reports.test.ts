import { describe, expect, it } from 'vitest';
import type { CounterpartyRow, ExchangeRow, FeeRow, FlowRow } from '#contract/gateway/reports.ts';
import { sum } from '#domain/arithmetic.ts';
import { type Decimal, decimal } from '#domain/decimal.ts';
import { spreadOf } from '#domain/effective-rate.ts';
import { reportFile } from '#domain/reports/report-file.ts';
import type { Instant } from '#domain/time.ts';
import { momentsOfPeriod } from '../statement/statement-period.ts';
import { monthsOf } from './report-period.ts';
import {
  type Cell,
  changePercent,
  comparisonCells,
  type ReportContext,
  type ReportTable,
} from './report-view.ts';
import { viewOfReport } from './reports.ts';

const now = '2026-11-26T12:00:00.000000Z' as Instant;
const period = { from: '2026-09-01', to: '2026-11-01' };
const context: ReportContext = {
  period: { name: 'now', ...momentsOfPeriod(period, 'UTC') },
  previous: { name: 'before', ...momentsOfPeriod({ from: '2026-07-01', to: '2026-09-01' }, 'UTC') },
  months: monthsOf(period, now, 'UTC'),
  chosen: undefined,
};

const valuesOf = (cells: readonly Cell[] = []) =>
  cells.map((cell) => (cell.kind === 'nothing' ? null : cell.value));
const rowOf = (table: ReportTable | undefined, key: string) =>
  table?.rows.find((row) => row.key === key)?.cells;
/** The amount of a column, added up over the rows that aren't totals. */
const addedUp = ({ rows }: ReportTable, column: number): Decimal =>
  sum(
    rows
      .filter(({ isTotal }) => isTotal !== true)
      .map(({ cells }) => cells[column])
      .map((cell) => (cell?.kind === 'amount' ? cell.value : decimal(0))),
  );

const fee = (span: number, kind: FeeRow['kind'], network: string, amount: string, currency = 'USDT') => ({
  span,
  kind,
  network,
  currency,
  amount: decimal(amount),
  count: 1,
});

const flow = (span: number, inflow: string, outflow: string, network = 'trx'): FlowRow => ({
  span,
  network,
  currency: 'USDT',
  deposits: 1,
  withdrawals: 1,
  inflow: decimal(inflow),
  outflow: decimal(outflow),
});

const exchange = (
  span: number,
  given: string,
  received: string,
  stated: string,
  to = 'TRX',
): ExchangeRow => ({
  span,
  network_from: 'trx',
  currency_from: 'USDT',
  network_to: 'trx',
  currency_to: to,
  count: 1,
  given: decimal(given),
  received: decimal(received),
  fee: decimal(1),
  at_stated_rates: decimal(stated),
});

const party = (counterparty: string, received: string, sent: string, isOwn = false): CounterpartyRow => ({
  counterparty,
  network: 'trx',
  currency: 'USDT',
  count: 1,
  is_own: isOwn,
  received: decimal(received),
  sent: decimal(sent),
});

const linksOf = (table: ReportTable | undefined, key: string) =>
  rowOf(table, key)?.map((cell) => 'to' in cell && cell.to);

describe('a comparison', () => {
  it('is exact but for the percentage', () => {
    const cells = comparisonCells(decimal('100.000000000000000001'), decimal('99.5'));
    expect(valuesOf(cells)).toEqual(['100.000000000000000001', '99.5', '0.500000000000000001', '0.5']);
  });

  it.each([
    ['150', '100', '50'],
    ['50', '100', '-50'],
    ['1', '3', '-66.7'],
    ['-50', '-100', '50'],
    ['-150', '-100', '-50'],
    ['0', '100', '-100'],
  ])('of %s with %s is a change of %s percent', (current, previous, percent) => {
    expect(changePercent(decimal(current), decimal(previous))).toBe(percent);
  });

  it('with zero has no percentage', () => {
    expect(changePercent(decimal(5), decimal(0))).toBeUndefined();
  });
});

describe('fees', () => {
  const rows = [
    fee(0, 'withdrawal', 'trx', '4'),
    fee(1, 'withdrawal', 'trx', '1.000001'),
    fee(1, 'exchange', 'trx', '2'),
    fee(2, 'withdrawal', 'eth', '0.5'),
    fee(2, 'aml_fee', 'trx', '0.25'),
    fee(2, 'withdrawal', 'eth', '9', 'ETH'),
  ];
  const view = viewOfReport({ report: 'fees', rows }, context);

  it('add up to the same total by kind and network, by month, and over all', () => {
    expect(view?.chosen).toBe('USDT');
    if (view === undefined) return;
    const total = '3.750001';
    expect(addedUp(view.comparison, 1)).toBe(total);
    expect(addedUp(view.detail, 4)).toBe(total);
    expect(sum([1, 2, 3].map((column) => addedUp(view.detail, column)))).toBe(total);
    expect(sum(view.chart.bars.map(({ up }) => up))).toBe(total);
    expect(valuesOf(rowOf(view.overview, 'USDT'))).toEqual([4, total, '4', '-0.249999', '-6.2']);
    expect(valuesOf(rowOf(view.overview, 'ETH'))).toEqual([1, '9', '0', '9', undefined]);
  });

  it('link to the entries of their kind, network, currency and time', () => {
    const [, cell] = rowOf(view?.comparison, 'withdrawal trx') ?? [];
    expect(cell).toMatchObject({ value: '1.000001' });
    const url = new URL(cell !== undefined && 'to' in cell ? (cell.to ?? '') : '', 'https://console.example');
    expect(url.pathname).toBe('/books/entries');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      place: 'fees',
      kind: 'withdrawal',
      network: 'trx',
      currency: 'USDT',
      booked_from: '2026-09-01T00:00:00.000000Z',
      booked_to: '2026-10-31T23:59:59.999999Z',
    });
  });

  it('are shown in the currency that the URL names, even where there were none', () => {
    const other = viewOfReport({ report: 'fees', rows }, { ...context, chosen: 'BTC' });
    expect(other?.comparison.title).toBe('BTC fees by kind and network');
    expect(valuesOf(rowOf(other?.comparison, 'total'))).toEqual([0, '0', '0', '0', undefined]);
    expect(viewOfReport({ report: 'fees', rows: [] }, context)).toBeUndefined();
  });
});

it('nets what came in and went out by month, with the same bars', () => {
  const rows = [flow(0, '1', '2'), flow(1, '10', '4.5'), flow(2, '3', '20'), flow(2, '1', '0', 'eth')];
  const view = viewOfReport({ report: 'flows', rows }, context);
  expect(valuesOf(rowOf(view?.detail, '2026-09-01'))).toEqual([1, '10', 1, '4.5', '5.5']);
  expect(valuesOf(rowOf(view?.detail, '2026-10-01'))).toEqual([2, '4', 2, '20', '-16']);
  expect(valuesOf(rowOf(view?.detail, 'total'))).toEqual([3, '14', 3, '24.5', '-10.5']);
  expect(view?.chart.bars.map(({ up, down, net }) => [up, down, net])).toEqual([
    ['10', '4.5', '5.5'],
    ['4', '20', '-16'],
  ]);
  const net = view?.comparison.rows.find(
    ({ name, isTotal }) => isTotal && 'note' in name && name.note === 'Net',
  );
  expect(valuesOf(net?.cells)).toEqual(['-10.5', '-1', '-9.5', '-950']);
});

describe('exchanges', () => {
  it('have the rate of what was given and received together, not the mean of their rates', () => {
    const rows = [
      exchange(1, '1', '1', '2'),
      exchange(2, '9', '29', '30'),
      exchange(0, '3', '1', '1', 'BTC'),
    ];
    const view = viewOfReport({ report: 'exchanges', rows }, context);
    expect(view?.chosen).toBe('trx.USDT-trx.TRX');
    expect(valuesOf(rowOf(view?.detail, 'total'))).toEqual([2, '10', '30', '2', '3', '32', '6.25']);
    // Pairs, and so currencies, are never added up.
    expect(view?.overview.rows).toHaveLength(2);
  });

  it.each([
    ['995', '1000', '0.5'],
    ['2', '3', '33.3333'],
    ['1001', '1000', '-0.1'],
    ['1000', '1000', '0'],
  ])('that brought %s of %s have a spread of %s percent', (received, stated, percent) => {
    expect(spreadOf({ received: decimal(received), stated: decimal(stated) })).toBe(percent);
  });

  it('have no spread and no rate where nothing was exchanged', () => {
    expect(spreadOf({ received: decimal(0), stated: decimal(0) })).toBeUndefined();
    const view = viewOfReport({ report: 'exchanges', rows: [exchange(0, '3', '1', '1')] }, context);
    expect(valuesOf(rowOf(view?.detail, 'total'))).toEqual([0, '0', '0', '0', undefined, '0', undefined]);
  });
});

describe('counterparties', () => {
  const others = { currency: 'USDT', counterparties: 7, received: decimal(5), sent: decimal(6), count: 9 };
  const data = {
    report: 'counterparties' as const,
    current: { rows: [party('TAddress', '100', '1'), party('TOwn', '0', '20', true)], others: [others] },
    previous: { rows: [party('TAddress', '10', '0')], others: [] },
  };
  const view = viewOfReport(data, context);

  it('add up to the total with the row of all others', () => {
    expect(valuesOf(rowOf(view?.detail, 'others'))).toEqual([null, 9, '5', '6', '-1']);
    expect(valuesOf(rowOf(view?.detail, 'total'))).toEqual([null, 11, '105', '27', '78']);
    expect(valuesOf(rowOf(view?.comparison, 'received'))).toEqual(['105', '10', '95', '950']);
    expect(valuesOf(rowOf(view?.overview, 'USDT'))).toEqual([9, 11, '105', '27', '78']);
  });

  it('link to their transactions, unless a search would find those of a wallet of ours', () => {
    expect(linksOf(view?.detail, 'trx TAddress')?.[2]).toMatch(
      /^\/transactions\?search=TAddress&.*direction=in&/,
    );
    expect(linksOf(view?.detail, 'trx TOwn')?.filter(Boolean)).toEqual([]);
  });

  it('are in the file with all rows of both periods, and their totals', () => {
    const { csv, cells, totals } = reportFile(data, context);
    expect(csv.split('\r\n').slice(0, 4)).toEqual([
      'period,from,to,counterparty,network,currency,is_own,received,sent,counterparties,count',
      'current,2026-09-01T00:00:00.000Z,2026-11-01T00:00:00.000Z,TAddress,trx,USDT,false,100,1,1,1',
      'current,2026-09-01T00:00:00.000Z,2026-11-01T00:00:00.000Z,TOwn,trx,USDT,true,0,20,1,1',
      'current,2026-09-01T00:00:00.000Z,2026-11-01T00:00:00.000Z,,,USDT,,5,6,7,9',
    ]);
    expect(cells).toHaveLength(4);
    expect(totals).toContainEqual({ period: 'current', currency: 'USDT', column: 'received', total: '105' });
    expect(totals).toContainEqual({ period: 'previous', currency: 'USDT', column: 'received', total: '10' });
  });
});
