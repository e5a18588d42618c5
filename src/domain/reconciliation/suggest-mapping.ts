import type { FileMapping, MappedColumn } from './file-mapping.ts';
import { readAmountCell } from './read-cells.ts';

/** What such columns are called, in lower case and without anything but letters: the likeliest name first. */
const usualNames: Record<MappedColumn, readonly string[]> = {
  time: [
    'time',
    'datetime',
    'dateandtime',
    'timestamp',
    'date',
    'createdat',
    'bookedat',
    'datetimeutc',
    'timeutc',
    'dateutc',
    'bookingdate',
    'valuedate',
    'blocktime',
    'unixtimestamp',
  ],
  amount: ['amount', 'value', 'quantity', 'netamount', 'sum', 'betrag', 'tokenvalue'],
  amount_in: ['in', 'amountin', 'inflow', 'received', 'credit', 'deposit', 'valuein'],
  amount_out: ['out', 'amountout', 'outflow', 'sent', 'debit', 'withdrawal', 'valueout'],
  direction: ['direction', 'type', 'side', 'inout', 'drcr', 'creditdebit'],
  currency: ['currency', 'asset', 'coin', 'token', 'symbol', 'tokensymbol', 'ticker', 'ccy'],
  network: ['network', 'chain', 'blockchain'],
  hash: ['hash', 'txhash', 'transactionhash', 'txid', 'txnhash'],
  reference: ['reference', 'externalid', 'requestid', 'transactionid', 'ref', 'id', 'memo'],
  fee: ['fee', 'fees', 'networkfee', 'txnfee', 'transactionfee', 'commission'],
};

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

/** A mapping for a file with these column names and first rows, as far as they tell. An empty `time`: none is likely. */
export function suggestMapping(names: readonly string[], rows: readonly (readonly string[])[]): FileMapping {
  const taken = new Set<string>();
  const find = (column: MappedColumn): string | null => {
    for (const usual of usualNames[column]) {
      const name = names.find((each) => !taken.has(each) && lettersOf(each) === usual);
      if (name === undefined) continue;
      taken.add(name);
      return name;
    }
    return null;
  };
  const time = find('time') ?? '';
  const [amountIn, amountOut] = [find('amount_in'), find('amount_out')];
  const isSplit = amountIn !== null && amountOut !== null;
  if (!isSplit) taken.clear();
  taken.add(time);
  const amount = isSplit ? null : find('amount');
  const direction = isSplit ? null : find('direction');
  const cellsOf = (name: string | null) =>
    name === null ? [] : rows.map((cells) => cells[names.indexOf(name)] ?? '');
  const currency = find('currency');
  return {
    time,
    time_zone: 'UTC',
    date_order: orderOf(cellsOf(time)),
    amount_layout: isSplit ? 'in_out' : direction === null ? 'signed' : 'direction',
    amount,
    amount_in: isSplit ? amountIn : null,
    amount_out: isSplit ? amountOut : null,
    direction,
    number_format: formatOf([amount, amountIn, amountOut].flatMap(cellsOf)),
    includes_fee: false,
    currency,
    fixed_currency: null,
    network: find('network'),
    hash: find('hash'),
    reference: find('reference'),
    fee: find('fee'),
  };
}

/** Dates that begin with a month have no day above 12 in its place, and dates with dots begin with the day. */
function orderOf(times: readonly string[]): FileMapping['date_order'] {
  const parts = times.map((text) => /^(\d{1,2})([./-])\d{1,2}\2\d{4}/.exec(text));
  if (parts.every((each) => each === null)) return 'ymd';
  return parts.some((each) => each !== null && (each[2] === '.' || Number(each[1]) > 12)) ? 'dmy' : 'mdy';
}

/** The format that more of the amounts can be read in. */
function formatOf(amounts: readonly string[]): FileMapping['number_format'] {
  const countRead = (format: FileMapping['number_format']) =>
    amounts.filter((text) => readAmountCell(text, format).ok).length;
  return countRead('comma') > countRead('point') ? 'comma' : 'point';
}
