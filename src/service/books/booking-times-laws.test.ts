import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Instant } from '#domain/time.ts';
import { anyMove, fillEverything, type Move, startMoves } from '../balances/testing-moves.ts';
import { setUpService } from '../testing.ts';
import { findBookingTimes } from './booking-times.store.ts';

const service = setUpService({ allowSandboxKeys: true, aml: { asyncDelayMs: 0 } });

const place = { network: 'trx', currency: 'USDT' } as const;

/**
 * Everything that must happen at least once. So many withdrawals that some are paid, although the sandbox's network refuses
 * a share of all payments, and one that isn't.
 */
const always: Move[] = [
  ...Array.from({ length: 8 }, (_, index) => withdraw(index)),
  ...Array.from({ length: 4 }, (): Move => ({ kind: 'work' })),
  { kind: 'deposit', place, digits: [5, 0n], type: 'user', status: 'in_progress' },
  withdraw(8),
];

function withdraw(index: number): Move {
  const of = { sender: 'user', isOwnRecipient: index % 2 === 0, isFeeIncluded: true } as const;
  return { kind: 'withdraw', place, digits: [11, BigInt(index)], ...of };
}

/** Every row of the lists, its status, and what its entries are posted for. */
async function readDocuments() {
  const { rows } = await sql<{ id: string; kind: string; status: string; references: string[] }>`
    select t.transaction_id as id, 'transaction ' || t.direction as kind, t.status,
      array_remove(array[t.transaction_id, r.request_id], null) as references
    from transactions t left join withdrawal_requests r on r.transaction_id = t.transaction_id
    where t.account_id = ${service.accountId}
    union all
    select request_id, 'withdrawal', status, array[request_id] from withdrawal_requests
    where account_id = ${service.accountId}
    union all
    select transaction_id, 'exchange', status, array[transaction_id] from exchange_transactions
    where account_id = ${service.accountId}`.execute(service.db);
  return rows;
}

/** When funds came from outside or left, by what they were posted for. Holds, releases and collections never do. */
async function readMovements(): Promise<Map<string, Instant>> {
  const { rows } = await sql<{ reference: string; booked: Instant }>`
    select distinct p.reference, e.created_at as booked
    from ledger_entries e
    join ledger_accounts a on a.ledger_account_id = e.ledger_account_id
    join ledger_postings p on p.posting_id = e.posting_id
    where a.account_id = ${service.accountId} and a.kind = 'world'`.execute(service.db);
  return new Map(rows.map(({ reference, booked }) => [reference, booked]));
}

it(
  'finds the booking time of the entry that moved the funds of a row, and none of a row that isn’t booked',
  { timeout: 240_000 },
  async () => {
    const { play } = await startMoves(service);
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(anyMove, { minLength: 20, maxLength: 40 }), async (moves) => {
        for (const move of [...fillEverything, ...moves, ...always]) await play(move);
        const documents = await readDocuments();
        const movements = await readMovements();
        const found = await findBookingTimes(
          service.db,
          service.accountId,
          documents.map(({ id }) => id),
        );
        const expected = documents.flatMap(({ id, kind, status, references }) => {
          const reference = references.find((each) => movements.has(each));
          seen.add(`${kind} ${reference === undefined ? 'not booked' : 'booked'}`);
          expect([kind, status, reference !== undefined]).toEqual([kind, status, status === 'completed']);
          return reference === undefined ? [] : [{ id, booked_at: movements.get(reference), reference }];
        });
        expect(found).toEqual(expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
      }),
      { numRuns: 2, seed: 41, endOnFailure: true },
    );
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'exchange booked',
        'transaction in booked',
        'transaction in not booked',
        'transaction out booked',
        'withdrawal booked',
        'withdrawal not booked',
      ]),
    );
    const ids = (await readDocuments()).map(({ id }) => id);
    expect(await findBookingTimes(service.db, 'another account', ids)).toEqual([]);
    expect(await findBookingTimes(service.db, service.accountId, ['tx_unknown'])).toEqual([]);
    expect(await findBookingTimes(service.db, service.accountId, [])).toEqual([]);
  },
);
