import { describe, expect, it } from 'vitest';
import type { FileMapping } from './file-mapping.ts';
import { previewFile, readFile } from './read-file.ts';
import { suggestMapping } from './suggest-mapping.ts';

const mapping: FileMapping = {
  time: 'Date',
  time_zone: 'Europe/Berlin',
  date_order: 'dmy',
  amount_layout: 'signed',
  amount: 'Amount',
  amount_in: null,
  amount_out: null,
  direction: null,
  number_format: 'point',
  includes_fee: false,
  currency: 'Coin',
  fixed_currency: null,
  network: null,
  hash: null,
  reference: null,
  fee: null,
};

function read(text: string, changes: Partial<FileMapping> = {}) {
  const file = readFile(text, { ...mapping, ...changes });
  if (!file.ok) throw new Error(file.reason);
  return file;
}

const amounts = (text: string, changes: Partial<FileMapping> = {}) => {
  const { lines, problems } = read(`Date;Coin;Amount\n1.2.2026;eth;${text}`, changes);
  return lines[0]?.amount ?? problems[0]?.problem;
};

const times = (text: string, changes: Partial<FileMapping> = {}) => {
  const { lines, problems } = read(`Date;Coin;Amount\n"${text}";eth;1`, changes);
  return lines[0]?.at ?? problems[0]?.problem;
};

describe('amounts', () => {
  it.each([
    ['1,234.567890123456789012', '1234.567890123456789012'],
    ['-0.000000000000000001', '-0.000000000000000001'],
    ['(1 234.50)', '-1234.5'],
    ['−7', '-7'],
    ['7-', '-7'],
    ['+.5', '0.5'],
    ['1’000’000', '1000000'],
  ])('reads %s with a point', (text, amount) => {
    expect(amounts(text)).toBe(amount);
  });

  it.each([
    ['1.234,56', '1234.56'],
    ['1234,000000000000000001', '1234.000000000000000001'],
    ['12', '12'],
  ])('reads %s with a comma', (text, amount) => {
    expect(amounts(text, { number_format: 'comma' })).toBe(amount);
  });

  it.each(['1,23', '1.234,56', '12 USDT', '1,2345.6', '', '-', '0x10'])(
    'refuses “%s” with a point',
    (text) => {
      expect(amounts(text)).toBe(`Amount: “${text}” isn’t an amount such as 1,234.56.`);
    },
  );

  it('refuses what a spreadsheet has shortened', () => {
    expect(amounts('1.23E+05')).toMatch(/scientific notation/);
    expect(amounts('1.23', { number_format: 'comma' })).toBe(
      'Amount: “1.23” isn’t an amount such as 1.234,56.',
    );
  });
});

describe('times', () => {
  it.each([
    ['31.01.2026 17:30', '2026-01-31T16:30:00.000000Z'],
    ['1/2/2026', '2026-01-31T23:00:00.000000Z'],
    ['2026-01-31 17:30:01.123456', '2026-01-31T16:30:01.123456Z'],
    ['31-01-2026, 05:30:01 pm', '2026-01-31T16:30:01.000000Z'],
    ['2026-01-31T17:30:01Z', '2026-01-31T17:30:01.000000Z'],
    ['31.01.2026 17:30 UTC', '2026-01-31T17:30:00.000000Z'],
    ['31.01.2026 17:30 -05:00', '2026-01-31T22:30:00.000000Z'],
    ['1769880601', '2026-01-31T17:30:01.000000Z'],
    // The first of both.
    ['25.10.2026 02:30', '2026-10-25T00:30:00.000000Z'],
  ])('reads %s in its own or the file’s time zone', (text, moment) => {
    expect(times(text)).toBe(moment);
  });

  it('reads days and months in the order that was chosen', () => {
    expect(times('02/01/2026', { date_order: 'mdy', time_zone: 'UTC' })).toBe('2026-02-01T00:00:00.000000Z');
    expect(times('02/01/2026', { time_zone: 'UTC' })).toBe('2026-01-02T00:00:00.000000Z');
  });

  it.each(['30.02.2026', '1.13.2026', '1.1.2026 25:00', '1.1.2026 13:00 PM'])('refuses %s', (text) => {
    expect(times(text)).toBe(`Date: “${text}” isn’t a valid date or time.`);
  });

  it('refuses a time that no clock has shown, and text', () => {
    expect(times('29.03.2026 02:30')).toBe('Date: “29.03.2026 02:30” was skipped when clocks went forward.');
    expect(times('yesterday')).toBe('Date: “yesterday” isn’t a time such as 31.01.2026 17:30.');
  });
});

describe('a file', () => {
  it('has a line, an empty one or a problem for each of its lines', () => {
    const file = read(
      ['Date,Coin,Amount,Fee', '', '1.2.2026,eth,5,', '1.2.2026,eth,x,', '1.2.2026,,5,', '1.2.2026,eth,0,0']
        .concat(['1.2.2026,eth,0,1', '1.2.2026,eth,-5,"-0.1"'])
        .join('\r\n'),
      { fee: 'Fee' },
    );
    expect(file.lines.map(({ line, amount, fee, currency }) => [line, amount, fee, currency])).toEqual([
      [3, '5', null, 'ETH'],
      [8, '-5', '0.1', 'ETH'],
    ]);
    expect(file.problems).toEqual([
      { line: 4, problem: 'Amount: “x” isn’t an amount such as 1,234.56.' },
      { line: 5, problem: 'Coin: is empty.' },
      { line: 7, problem: 'There is a fee, but no amount.' },
    ]);
    expect(file.empty).toEqual([6]);
  });

  it('can have a column for each direction, or name it', () => {
    const split = { amount_layout: 'in_out', amount: null, amount_in: 'In', amount_out: 'Out' } as const;
    const both = read('Date,Coin,In,Out\n1.2.2026,A,3,\n1.2.2026,A,0,4\n1.2.2026,A,1,1\n1.2.2026,A,,', split);
    expect(both.lines.map(({ amount }) => amount)).toEqual(['3', '-4']);
    expect(both.problems).toEqual([{ line: 4, problem: 'It is both received and given.' }]);
    expect(both.empty).toEqual([5]);
    const named = { amount_layout: 'direction', direction: 'Way' } as const;
    const words = read(
      'Date,Coin,Amount,Way\n1.2.2026,A,3,Deposit\n1.2.2026,A,4,OUT\n1.2.2026,A,-4,out\n1.2.2026,A,-4,in\n1.2.2026,A,4,up',
      named,
    );
    expect(words.lines.map(({ amount }) => amount)).toEqual(['3', '-4', '-4']);
    expect(words.problems.map(({ line }) => line)).toEqual([5, 6]);
  });

  it('can include the fee in what was given', () => {
    const { lines, problems } = read(
      'Date,Coin,Amount,Fee\n1.2.2026,A,-5,0.5\n1.2.2026,A,5,0.5\n1.2.2026,A,-5,6',
      { fee: 'Fee', includes_fee: true },
    );
    expect(lines.map(({ amount, fee }) => [amount, fee])).toEqual([
      ['-4.5', '0.5'],
      ['5', '0.5'],
    ]);
    expect(problems.map(({ line }) => line)).toEqual([4]);
  });

  it('keeps networks that we know by their code, and others as they are', () => {
    const rows = 'Date,Coin,Amount,Net\n1.2.2026,A,1,TRC20\n1.2.2026,A,1,Fantom\n1.2.2026,A,1,';
    expect(read(rows, { network: 'Net' }).lines.map(({ network }) => network)).toEqual([
      'trx',
      'Fantom',
      null,
    ]);
  });

  it('is refused as a whole if it isn’t CSV or lacks a column', () => {
    expect(readFile('Date,Coin\n"1,2', mapping)).toMatchObject({ ok: false });
    expect(readFile('Date,Coin\n1,2', mapping)).toEqual({
      ok: false,
      reason: 'The file has no column Amount.',
    });
  });
});

const suggest = (text: string) => {
  const preview = previewFile(text, 20);
  if (!preview.ok) throw new Error(preview.reason);
  return suggestMapping(
    preview.names,
    preview.rows.map(({ cells }) => cells),
  );
};

describe('a suggested mapping', () => {
  it('finds the columns of our own export of transactions', () => {
    const header =
      'transaction_id,network,direction,status,amount,currency,sender_wallet,recipient_wallet,hash,fee,created_at';
    expect(
      suggest(`${header}\ntx_1,trx,in,completed,1.5,USDT,a,b,cc,0,2026-01-31 10:00:00.000000+00`),
    ).toEqual({
      ...mapping,
      time: 'created_at',
      time_zone: 'UTC',
      date_order: 'ymd',
      amount_layout: 'direction',
      amount: 'amount',
      direction: 'direction',
      currency: 'currency',
      network: 'network',
      hash: 'hash',
      reference: 'transaction_id',
      fee: 'fee',
    });
  });

  it('tells formats from the first rows', () => {
    expect(suggest('Date;In;Out;Asset\n31.01.2026;1.234,56;;ETH')).toMatchObject({
      date_order: 'dmy',
      number_format: 'comma',
      amount_layout: 'in_out',
      amount_in: 'In',
      amount_out: 'Out',
      amount: null,
    });
    expect(suggest('Date,Value,Txhash\n1/31/2026,"1,234",0xab\n')).toMatchObject({
      date_order: 'mdy',
      number_format: 'point',
      amount_layout: 'signed',
      amount: 'Value',
      hash: 'Txhash',
    });
  });
});
