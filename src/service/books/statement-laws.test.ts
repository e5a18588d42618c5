import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { triesHere } from '#database/testing.ts';
import type { Statement, StatementRow } from '#contract/gateway/statements.ts';
import { sharedPoolKey } from '#contract/wallet-service/balances.ts';
import { add, sum } from '#domain/arithmetic.ts';
import { now } from '#domain/clock.ts';
import { type Decimal, isZero, ZERO } from '#domain/decimal.ts';
import type { Currency, Network } from '#domain/networks.ts';
import { addMs, type Instant } from '#domain/time.ts';
import { poolNetwork } from '../ledger/ledger-accounts.ts';
import { setUpService } from '../testing.ts';
import { anyMove, fillEverything, startMoves } from '../balances/testing-moves.ts';
import { heldAndPaid, toBalancesResponse } from '../balances/testing-roll-forward.ts';
import { readStatement } from './statement.store.ts';
import { beginning, placeOf, statements } from './testing-statements.ts';

const service = setUpService({ allowSandboxKeys: true, aml: { asyncDelayMs: 0 } });
const { statementOf } = statements(service);

const ask = async (path: string) => {
  const answer = await service.app.inject({ method: 'GET', url: path, headers: { token: service.token } });
  return { status: answer.statusCode, text: answer.body };
};

type Entry = {
  kind: string;
  type: string;
  network: string;
  currency: string;
  moved: string;
  amount: Decimal;
  booked: Instant;
};

/** Every entry on our own ledger accounts, from the first one on. */
async function readEntries(): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select a.kind, coalesce(w.type, 'accounting') as type, a.network, a.currency, p.kind as moved, e.amount,
      e.created_at as booked
    from ledger_entries e
    join ledger_accounts a on a.ledger_account_id = e.ledger_account_id
    join ledger_postings p on p.posting_id = e.posting_id
    left join wallets w on w.address = a.wallet_address
    where a.account_id = ${service.accountId} and a.kind not in ('world', 'fees')`.execute(service.db);
  return rows;
}

/** What entries add up to, by place; zeros are left out. */
function sumsByPlace(entries: readonly Entry[]): Record<string, Decimal> {
  const groups = [...Map.groupBy(entries, placeOf)];
  const sums = groups.map(([place, some]) => [place, sum(some.map(({ amount }) => amount))] as const);
  return Object.fromEntries(sums.filter(([, amount]) => !isZero(amount)));
}

function amountsByPlace(
  { rows }: Pick<Statement, 'rows'>,
  amountOf: (row: StatementRow) => Decimal,
): Record<string, Decimal> {
  return Object.fromEntries(
    rows.map((row) => [placeOf(row), amountOf(row)] as const).filter(([, amount]) => !isZero(amount)),
  );
}

const movementsOf = ({ movements }: StatementRow) => sum(Object.values(movements));

/** What a statement says, by amount and place. */
function amountsOf(statement: Statement) {
  const amounts = (amountOf: Parameters<typeof amountsByPlace>[1]) => amountsByPlace(statement, amountOf);
  return {
    opening: amounts(({ opening }) => opening.total),
    closing: amounts(({ closing }) => closing.total),
    onHold: amounts(({ closing }) => closing.on_hold),
    inTransit: amounts(({ closing }) => closing.in_transit),
    inflow: amounts(({ movements }) => movements.inflow),
    outflow: amounts(({ movements: m }) => add(m.outflow, m.withdrawal_fees)),
    amlFees: amounts(({ movements }) => movements.aml_check_fees),
    exchanged: amounts(({ movements: m }) => add(m.exchanged_in, m.exchanged_out)),
    collected: amounts(({ movements }) => movements.collected),
    other: amounts(({ movements }) => movements.other),
  };
}

/** The same from every entry. */
function expectedAmounts(entries: readonly Entry[], { from, as_of: to }: Statement) {
  const before = (moment: string) => entries.filter(({ booked }) => booked < moment);
  const moved = before(to).filter(({ booked }) => booked >= from);
  const ofKinds = (...kinds: string[]) => sumsByPlace(moved.filter((entry) => kinds.includes(entry.moved)));
  return {
    opening: sumsByPlace(before(from)),
    closing: sumsByPlace(before(to)),
    onHold: sumsByPlace(before(to).filter(({ kind }) => kind === 'hold')),
    inTransit: sumsByPlace(before(to).filter(({ kind }) => kind === 'transit')),
    inflow: ofKinds('deposit'),
    outflow: ofKinds('withdrawal'),
    amlFees: ofKinds('aml_fee'),
    exchanged: ofKinds('exchange'),
    collected: ofKinds('collection', 'settlement'),
    other: {},
  };
}

it(
  'opens and closes with the sum of all entries, adds up in every row, and joins the next period',
  { timeout: 180_000 },
  async () => {
    const { play } = await startMoves(service);
    const moves = fc.array(anyMove, { minLength: 8, maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(fc.array(moves, { minLength: 2, maxLength: 4 }), async (periods) => {
        const cuts = [beginning, now()];
        for (const ofPeriod of [fillEverything, ...periods]) {
          for (const move of ofPeriod) await play(move);
          cuts.push(now());
        }
        const entries = await readEntries();
        const read: Statement[] = [];
        for (const [index, to] of cuts.slice(1).entries()) {
          const period = { from: cuts[index] ?? beginning, to };
          const statement = await statementOf(period.from, period.to);
          read.push(statement);
          expect(amountsOf(statement)).toEqual(expectedAmounts(entries, statement));
          for (const openingFrom of ['beginning', 'today'] as const) {
            expect(await readStatement(service.db, service.accountId, period, openingFrom)).toEqual(
              statement,
            );
          }
          expect(amountsByPlace(statement, (row) => add(row.opening.total, movementsOf(row)))).toEqual(
            amountsByPlace(statement, ({ closing }) => closing.total),
          );
          for (const [, rows] of Map.groupBy(statement.rows, ({ currency }) => currency)) {
            expect(sum(rows.map(({ movements }) => movements.collected))).toBe(ZERO);
          }
        }
        const closings = read.map(({ rows }) => rows.map((row) => [placeOf(row), row.closing]));
        const openings = read.map(({ rows }) => rows.map((row) => [placeOf(row), row.opening]));
        expect(openings.slice(1)).toEqual(closings.slice(0, -1));
      }),
      { numRuns: triesHere(6), seed: 17 },
    );
  },
);

it('up to now closes with the published balances and what is on hold', { timeout: 180_000 }, async () => {
  const { play } = await startMoves(service);
  await fc.assert(
    fc.asyncProperty(fc.array(anyMove, { minLength: 20, maxLength: 40 }), async (moves) => {
      for (const move of [...fillEverything, ...moves]) await play(move);
      const published: Record<string, Decimal> = {};
      const put = (name: string, amount: Decimal) => {
        const [type, network, currency] = name.split(' ');
        const place = `${type} ${network} ${currency}`;
        published[place] = add(published[place] ?? ZERO, amount);
      };
      for (const [name, amount] of Object.entries(await toBalancesResponse(ask))) put(name, amount);
      for (const [name, amount] of Object.entries(await heldAndPaid(service.db, service.accountId))) {
        if (name.includes('on hold')) put(name, amount);
      }
      const { rows, as_of: asOf } = await statementOf(beginning, addMs(now(), 86_400_000));
      expect(asOf < now()).toBe(true);
      // What wallets of the shared pool's networks have is published with the pool.
      const leaves = Map.groupBy(rows, (row) =>
        placeOf(
          row.type === 'accounting' && row.network !== sharedPoolKey
            ? { ...row, network: poolNetwork(row.network as Network, row.currency as Currency) }
            : row,
        ),
      );
      const closings = [...leaves].map(
        ([place, some]) => [place, sum(some.map(({ closing }) => closing.total))] as const,
      );
      const notZero = Object.entries(published).filter(([, amount]) => !isZero(amount));
      expect(Object.fromEntries(closings.filter(([, amount]) => !isZero(amount)))).toEqual(
        Object.fromEntries(notZero),
      );
    }),
    { numRuns: triesHere(5), seed: 23 },
  );
});
