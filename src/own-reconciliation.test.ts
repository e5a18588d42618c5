import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { add, negate, sum } from '#domain/arithmetic.ts';
import { decimal, isNegative } from '#domain/decimal.ts';
import { addMs, type Instant } from '#domain/time.ts';
import { anyMove, fillEverything, startMoves } from './service/balances/testing-moves.ts';
import { setUpService } from './service/testing.ts';
import { csvOf, financeRows, type FinanceRow, reconcileFile } from './testing-reconciliations.ts';

const service = setUpService({ aml: { asyncDelayMs: 0 } });
const smallest = decimal('0.000000000000000001');

const quickKinds = new Set(['deposit', 'exchange']);

/** A few hundred movements of all kinds. */
async function makeHistory(): Promise<FinanceRow[]> {
  const { play, seen } = await startMoves(service);
  const moves = fc.sample(anyMove, { numRuns: 150, seed: 11 });
  // Most moves are withdrawals, which need several steps each.
  const quick = fc.sample(anyMove, { numRuns: 1_500, seed: 12 }).filter(({ kind }) => quickKinds.has(kind));
  for (const move of [...fillEverything, ...moves, ...quick]) await play(move);
  for (const done of ['collect', 'settle', 'exchange', 'delete', 'report']) expect([...seen]).toContain(done);
  return await financeRows(service);
}

/** Takes rows out of those that are left, each once. */
function picker(rows: readonly FinanceRow[]) {
  const left = rows.map((row, index) => ({ row, index }));
  return (isWanted: (row: FinanceRow) => boolean): { row: FinanceRow; index: number } => {
    const found = left.find(({ row }) => isWanted(row));
    if (found === undefined) throw new Error('The history has no such movement.');
    left.splice(left.indexOf(found), 1);
    return found;
  };
}

const isDeposit = ({ hash, amount }: FinanceRow) => hash !== '' && !isNegative(amount);
const isPayment = ({ hash, amount, fee }: FinanceRow) => hash !== '' && isNegative(amount) && fee !== '0';

it(
  'finds ten planted differences between ledger, lists and a file, and nothing else',
  { timeout: 180_000 },
  async () => {
    const rows = await makeHistory();
    expect(rows.length).toBeGreaterThan(200);
    expect(rows.filter(({ reference }) => reference.startsWith('order-')).length).toBeGreaterThan(5);

    const clean = await reconcileFile(service, csvOf(rows));
    expect(clean.summary).toMatchObject({
      rows: rows.length,
      problem_count: 0,
      left_out: { ours: 0, theirs: 0 },
      counts: { matched: rows.length, missing_here: 0, missing_there: 0, different: 0 },
      books: { fault_count: 0 },
      balances: { faults: [] },
    });
    expect(clean.summary.books?.compared).toBeGreaterThan(200);
    expect(clean.summary.balances?.compared).toBeGreaterThan(20);

    const pick = picker(rows);
    const planted = [...rows];
    const change = (isWanted: (row: FinanceRow) => boolean, to: (row: FinanceRow) => Partial<FinanceRow>) => {
      const { row, index } = pick(isWanted);
      planted[index] = { ...row, ...to(row) };
      return row;
    };
    const amount = change(
      (row) => isDeposit(row) && row.currency === 'ETH',
      (row) => ({ amount: add(row.amount, smallest) }),
    );
    const currency = change(
      (row) => isDeposit(row) && row.currency === 'USDT',
      () => ({ currency: 'USDC' }),
    );
    const direction = change(isPayment, (row) => ({ amount: negate(row.amount) }));
    const fee = change(isPayment, (row) => ({ fee: add(decimal(row.fee), decimal('0.1')) }));
    // An exchange is found by its reference.
    const time = change(
      ({ reference }) => reference.startsWith('ex_'),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an instant of a test's own.
      (row) => ({ time: addMs(row.time as Instant, -25 * 3_600_000) }),
    );
    const removed = [pick(isDeposit), pick(({ reference }) => reference.startsWith('ex_'))];
    const duplicate = pick(isPayment);
    const [some] = rows;
    if (some === undefined) throw new Error('There are no movements.');
    const added = [
      { ...some, hash: `0x${'aa'.repeat(32)}`, reference: '' },
      { ...some, hash: `0x${'bb'.repeat(32)}`, reference: '' },
    ];
    const gone = new Set(removed.map(({ index }) => index));
    const file = planted.filter((_, index) => !gone.has(index));

    const found = await reconcileFile(service, csvOf([...file, ...added, duplicate.row]));
    const findings = found.lines.filter(({ kind }) => kind !== 'matched');
    const differences = Object.fromEntries(
      findings.flatMap(({ kind, theirs, differences: all }) =>
        kind === 'different' ? [[theirs?.reference, all.map(({ field, by }) => [field, by])]] : [],
      ),
    );
    expect(differences).toEqual({
      [amount.reference]: [['amount', '0.000000000000000001']],
      [currency.reference]: [['currency', null]],
      [direction.reference]: [['direction', null]],
      [fee.reference]: [['fee', '0.1']],
      [time.reference]: [['time', String(-25 * 3_600_000)]],
    });
    const missingThere = findings.flatMap(({ kind, ours }) =>
      kind === 'missing_there' ? [ours?.amount] : [],
    );
    expect(new Set(missingThere)).toEqual(new Set(removed.map(({ row }) => row.amount)));
    const missingHere = findings.filter(({ kind }) => kind === 'missing_here');
    expect(new Set(missingHere.map(({ theirs }) => theirs?.hash))).toEqual(
      new Set([...added.map(({ hash }) => hash), duplicate.row.hash]),
    );
    expect(missingHere.filter(({ duplicate_of: line }) => line !== null)).toHaveLength(1);
    expect(findings).toHaveLength(10);
    expect(found.summary).toMatchObject({
      rows: rows.length + 1,
      counts: { matched: rows.length - 7, missing_here: 3, missing_there: 2, different: 5 },
      books: { fault_count: 0 },
      balances: { faults: [] },
    });

    // The sums of all kinds are all lines of both sides.
    for (const each of new Set(rows.map((row) => row.currency))) {
      const sums = found.summary.sums.filter((one) => one.currency === each);
      const written = [...file, ...added, duplicate.row].filter((row) => row.currency === each);
      expect(sum(sums.map(({ theirs }) => theirs.amount))).toBe(sum(written.map((row) => row.amount)));
      const ours = clean.summary.sums.filter((one) => one.currency === each);
      expect(sum(sums.map((one) => one.ours.amount))).toBe(sum(ours.map((one) => one.ours.amount)));
    }
    // Lines that are the same in both runs have the same key, so that they share their notes.
    const keysOf = ({ lines }: typeof found) => new Set(lines.map(({ line_key: key }) => key));
    expect(keysOf(found).intersection(keysOf(clean)).size).toBe(rows.length - 7);
    expect(keysOf(found).size).toBe(found.lines.length);
  },
);

it('finds where a list and the ledger differ, to the last digit, in both directions', async () => {
  const [tron, eth] = [await service.wallet('trx'), await service.wallet('eth')];
  for (const amount of ['10', '20', '30', '40']) await service.fund(tron, 'USDT', amount);
  await service.fund(eth, 'ETH', '1');
  const rows = await financeRows(service);
  const idOf = (wanted: string) => rows.find(({ amount }) => amount === decimal(wanted))?.reference ?? '';
  await sql`update transactions set amount = amount + 0.000000000000000001 where transaction_id = ${idOf('1')}`.execute(
    service.db,
  );
  await sql`update transactions set status = 'error' where transaction_id = ${idOf('10')}`.execute(
    service.db,
  );
  await sql`update ledger_postings set reference = 'tx_lost' where reference = ${idOf('20')}`.execute(
    service.db,
  );
  await sql`update transactions set direction = 'out' where transaction_id = ${idOf('30')}`.execute(
    service.db,
  );

  const { summary } = await reconcileFile(service, csvOf(rows));
  const faults = summary.books?.faults.map(({ kind, list, reference, differences }) =>
    [kind, list ?? 'no list', reference, ...differences.map(({ by }) => by)].join(' '),
  );
  expect(new Set(faults)).toEqual(
    new Set([
      `differs transactions ${idOf('1')} 0.000000000000000001`,
      `not_listed no list ${idOf('10')}`,
      'not_listed no list tx_lost',
      `not_listed no list ${idOf('30')}`,
      `not_posted transactions ${idOf('20')}`,
      `not_posted transactions ${idOf('30')}`,
    ]),
  );
  expect(summary.books?.fault_count).toBe(6);
  expect(summary.balances?.faults).toEqual([]);

  await sql`update ledger_accounts set balance = balance + 5 where kind = 'wallet' and network = 'eth'`.execute(
    service.db,
  );
  const later = await reconcileFile(service, csvOf(rows));
  expect(later.summary.balances?.faults).toMatchObject([
    { network: 'eth', currency: 'ETH', field: 'available', stated: '6', entries: '1' },
  ]);
});

it('compares a period and a currency, reads around it, and says which lines can’t be read', async () => {
  const wallet = await service.wallet('trx');
  await service.fund(wallet, 'USDT', '10');
  await service.fund(wallet, 'TRX', '10');
  const [usdt, trx] = await financeRows(service);
  if (usdt === undefined || trx === undefined) throw new Error('There are no movements.');
  const early = '2020-01-01T00:00:00Z';
  const file = csvOf([
    usdt,
    { ...usdt, time: 'soon' },
    { ...trx, time: early },
    { ...usdt, amount: decimal('0') },
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an instant of a test's own.
  const at = usdt.time as Instant;
  // The period begins an hour after the movement, which a line of the file within it names.
  const moved = csvOf([{ ...usdt, time: addMs(at, 2 * 3_600_000) }]);
  const across = await reconcileFile(service, moved, { period_from: addMs(at, 3_600_000) });
  expect(across.lines.map(({ kind }) => kind)).toEqual(['matched']);
  expect(across.summary.left_out).toEqual({ ours: 1, theirs: 0 });

  const { summary, lines } = await reconcileFile(service, file, { currency: usdt.currency });
  expect(lines.map(({ kind }) => kind)).toEqual(['matched']);
  expect(summary).toMatchObject({
    rows: 4,
    problem_count: 1,
    problems: [{ line: 3, problem: 'time: “soon” isn’t a time such as 2026-01-31 17:30.' }],
    empty: 1,
    left_out: { ours: 1, theirs: 1 },
  });
});
