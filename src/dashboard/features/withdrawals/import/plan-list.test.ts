import { describe, expect, it } from 'vitest';
import { namesWithArticle } from '#domain/address-check.ts';
import { networksOfScheme, withdrawalNetworks } from '#domain/networks.ts';
import { listTemplate, parseList } from './list-file.ts';
import { planList } from './plan-list.ts';
import { entry, eth, header, known, otherTron, payer, planOf, tron, wallet } from './testing-list.ts';

const problemsOf = async (row: string, knows = known()) => (await planOf([row], knows)).wrong[0]?.problems;

describe('a row of a list', () => {
  it('is the request that the form would send, whatever the spelling of its columns', async () => {
    const { ready, wrong } = await planOf([
      `Pool,TRC20,usdt,${tron},025.50,,Invoice 7,inv-7`,
      `payouts,Tron,USDT,supplier,10,no,,inv-8`,
      `${payer},trx,USDT,${tron},10.000001,yes,,inv-9`,
      `exchange,eth,USDT,${eth.toLowerCase()},20,true,,inv-10`,
    ]);
    expect(wrong).toEqual([]);
    expect(ready.map(({ body }) => body)).toEqual([
      {
        sender: 'exchange',
        network: 'trx',
        currency: 'USDT',
        recipient_wallet: tron,
        amount: '25.5',
        fee_included: true,
        comment: 'Invoice 7',
        external_id: 'inv-7',
      },
      {
        sender: 'user',
        sender_wallet: payer,
        network: 'trx',
        currency: 'USDT',
        recipient_wallet: otherTron,
        amount: '10',
        fee_included: false,
        external_id: 'inv-8',
      },
      {
        sender: 'user',
        sender_wallet: payer,
        network: 'trx',
        currency: 'USDT',
        recipient_wallet: tron,
        amount: '10.000001',
        fee_included: true,
        external_id: 'inv-9',
      },
      expect.objectContaining({ recipient_wallet: eth }),
    ]);
  });

  it('is wrong on a network outside the user’s limits', async () => {
    const knows = known({ limits: { networks: ['trx'], wallet_tags: [] } });
    expect(await problemsOf(`pool,trx,USDT,${tron},25`, knows)).toBeUndefined();
    expect(await problemsOf(`exchange,eth,USDT,${eth},25`, knows)).toEqual([
      'network: you can make changes only on Tron. To change your limits, ask an administrator',
    ]);
  });

  it.each([
    [`pool,doge,USDT,${tron},25`, `network: unknown; enter one of ${withdrawalNetworks.join(', ')}`],
    [`pool,trx,BTC,${tron},25`, 'currency: BTC isn’t available on Tron'],
    [`,trx,USDT,${tron},25`, 'source: enter “pool”, or the name or address of a personal wallet'],
    [`Nobody,trx,USDT,${tron},25`, 'source: no personal wallet on Tron has this name or address'],
    [`Payouts,eth,USDT,${eth},25`, 'source: “Payouts” is a wallet on another network, not on Ethereum'],
    [`Payouts,trx,USDT,${payer},25`, 'recipient: the recipient can’t be the wallet you pay from'],
    [`pool,trx,USDT,${tron.slice(0, -1)}8,25`, 'recipient: the checksum doesn’t match; a character is wrong'],
    [
      `pool,trx,USDT,${eth},25`,
      `recipient: this is ${namesWithArticle(networksOfScheme('evm'))} address, not a Tron address`,
    ],
    [`pool,trx,USDT,TLa2f6V…5wYjU7,25`, 'recipient: this is shortened; copy the full text'],
    [`pool,trx,USDT,Somebody,25`, 'recipient: not a valid Tron address or an address book name'],
    [
      `pool,eth,USDT,Supplier,25`,
      'recipient: “Supplier” is in the address book for another network, not Ethereum',
    ],
    [`pool,trx,USDT,,25`, 'recipient: enter an address'],
    [`pool,trx,USDT,${tron},`, 'amount: enter an amount'],
    [`pool,trx,USDT,${tron},"1,5"`, 'amount: enter a number such as 1250.50, without thousands separators'],
    [`pool,trx,USDT,${tron},25.0000001`, 'amount: USDT on Tron has at most 6 decimals'],
    [`pool,trx,USDT,${tron},9.999999`, 'amount: enter at least 10, the minimum for USDT on Tron'],
    [`pool,trx,USDT,${tron},25,maybe`, 'fee_included: enter true or false'],
    [`pool,trx,USDT,${tron},25,,${'x'.repeat(161)}`, 'comment: enter up to 160 characters'],
    [
      `pool,trx,USDT,${tron},25,,,${'x'.repeat(129)}`,
      'external_id: enter a reference (up to 128 characters)',
    ],
  ])('%s is wrong, and says what to fix', async (row, problem) => {
    expect(await problemsOf(row)).toEqual([problem]);
  });

  it('is asked for an address where a name could mean several', async () => {
    const twins = known({ wallets: [wallet(), wallet({ address: tron })], book: [entry(), entry()] });
    expect(await problemsOf(`Payouts,trx,USDT,Supplier,25`, twins)).toEqual([
      'source: 2 wallets on Tron have this name; enter the address instead',
      'recipient: 2 address book entries have this name; enter the address instead',
    ]);
  });

  it('is not paid out of an accounting wallet', async () => {
    const accounting = known({ wallets: [wallet({ type: 'accounting' })] });
    expect(await problemsOf(`Payouts,trx,USDT,${tron},25`, accounting)).toEqual([
      'source: the funds of accounting wallets are in the pool; enter “pool”',
    ]);
  });

  it('lists all its problems, and its line', async () => {
    const { wrong } = await planOf([`pool,trx,USDT,${tron},25`, `pool,trx,USDT,${eth},0,x`]);
    expect(wrong).toEqual([
      expect.objectContaining({
        line: 3,
        problems: [
          'amount: enter an amount greater than 0',
          expect.stringMatching(/^recipient: this is an Ethereum/),
          'fee_included: enter true or false',
        ],
      }),
    ]);
  });
});

const idsOf = async (rows: string[], beginning?: string) =>
  (await planOf(rows, known(), beginning)).ready.map(({ body }) => body.external_id);

describe('external ids', () => {
  it('that occur twice are refused from the second on, with the line of the first', async () => {
    const { ready, wrong } = await planOf([
      `pool,trx,USDT,${tron},25,,,a`,
      `pool,trx,USDT,${tron},26,,,a`,
      `pool,trx,USDT,${tron},27,,,b`,
    ]);
    expect(ready.map(({ line }) => line)).toEqual([2, 4]);
    expect(wrong.map(({ line, problems }) => [line, problems])).toEqual([
      [3, ['external_id: duplicate of line 2; each row needs its own']],
    ]);
  });

  const rows = [`pool,trx,USDT,${tron},25`, `pool,trx,USDT,${tron},25`, `pool,trx,USDT,${otherTron},25`];

  it('that are left out follow from what a row says, regardless of its place and the other rows', async () => {
    const [first, second, third] = await idsOf(rows);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(first).toMatch(/^csv-[\da-f]{16}$/);
    expect(second).toBe(`${first}-2`);
    expect(await idsOf(rows)).toEqual([first, second, third]);
    expect(
      await idsOf([`pool,trx,USDT,${tron},99`, rows[2] ?? '', 'wrong', ` Pool ,TRON,usdt,${tron},025.0`]),
    ).toEqual([expect.not.stringContaining(String(third)), third, first]);
  });

  it('that are left out differ with whatever the row asks for, and with their beginning', async () => {
    const different = await idsOf([
      `pool,trx,USDT,${tron},25`,
      `Payouts,trx,USDT,${tron},25`,
      `pool,trx,USDC,${tron},25`,
      `pool,trx,USDT,${otherTron},25`,
      `pool,trx,USDT,${tron},26`,
      `pool,trx,USDT,${tron},25,false`,
      `pool,trx,USDT,${tron},25,,Salary`,
    ]);
    expect(new Set(different).size).toBe(7);
    expect(different.every((id) => !/-\d$/.test(id))).toBe(true);
    const [december] = await idsOf(rows, 'december');
    expect(december).toMatch(/^december-/);
  });

  it('that are left out are never those that other rows have', async () => {
    const [first, second] = await idsOf(rows);
    expect(await idsOf([rows[0] ?? '', `${rows[1]},,,${first}`])).toEqual([second, first]);
  });
});

describe('rows that pay the same amount to the same address', () => {
  it('know each other, however they are written and wherever the funds come from', async () => {
    const { ready } = await planOf([
      `pool,trx,USDT,${otherTron},25,,,a`,
      `pool,trx,USDT,${tron},25,,,b`,
      `Payouts,trx,USDT,Supplier,25.00,,,c`,
    ]);
    expect(ready.map(({ twins }) => twins)).toEqual([[2, 4], [], [2, 4]]);
  });
});

describe('a file', () => {
  const row = `pool,trx,USDT,${tron},25,,,a`;

  it.each([
    ['semicolons', `${header}\n${row}`.replaceAll(',', ';')],
    ['tabs', `${header}\n${row}`.replaceAll(',', '\t')],
    [
      'a byte order mark, other columns and blank lines',
      `\uFEFFColour,${header.toUpperCase()}\r\n\r\nred,${row}\r\n`,
    ],
    ['only the columns that it needs', `amount,recipient,currency,network,source\n25,${tron},USDT,trx,pool`],
  ])('is read with %s', async (_what, text) => {
    const table = parseList(text);
    expect(table).toMatchObject({ ok: true, rows: [{ written: { recipient: tron, amount: '25' } }] });
  });

  it.each([
    [
      '',
      'The first row must contain the column names source, network, currency, recipient, amount. Missing: source, network, currency, recipient, amount.',
    ],
    [`${header}\n`, 'There are no rows'],
    [`${header}\n"x`, 'This isn’t a valid CSV file: a quotation mark isn’t closed.'],
    [`${header}\n${'x\n'.repeat(2001)}`, 'More than 2,000 rows'],
  ])('is refused: %#', (text, reason) => {
    expect(parseList(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  it('that is the template pays no one until it is filled in', async () => {
    const table = parseList(listTemplate());
    if (!table.ok) throw new Error(table.reason);
    const { signal } = new AbortController();
    const plan = await planList(table.rows, known(), 'csv', { onProgress: () => undefined, signal });
    expect(plan).toMatchObject({
      ready: [],
      wrong: [{ line: 2, problems: [expect.stringMatching(/^recipient: /)] }],
    });
  });

  it('stays responsive with two thousand rows, and stops on request', async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => `pool,eth,USDT,${eth},${20 + index}`);
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 1);
    const { ready } = await planOf(rows);
    clearInterval(ticking);
    expect(ready).toHaveLength(2000);
    expect(ticks).toBeGreaterThan(2);

    const table = parseList([header, ...rows].join('\n'));
    const aborted = AbortSignal.abort();
    await expect(
      planList(table.ok ? table.rows : [], known(), 'csv', { onProgress: () => undefined, signal: aborted }),
    ).rejects.toThrow(/abort/i);
  });
});
