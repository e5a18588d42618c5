import { runOnce } from '#jobs/testing-jobs.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { sandboxChain } from '../chain/sandbox-chain.ts';
import { setUpService } from '../testing.ts';
import {
  findFaults,
  letTimePass,
  order,
  outsider,
  watchedChain,
  withdrawals,
  workThrough,
} from './testing-withdrawals.ts';
import { withdrawalsJob } from './withdrawals.job.ts';

const service = setUpService();
const { create, fillPool, remove } = withdrawals(service);

type Move =
  | { kind: 'create'; amount: string; feeIncluded: boolean; place: number; sender: 'user' | 'exchange' }
  | { kind: 'repeat' | 'delete'; which: number }
  | { kind: 'work'; crashAt: number }
  | { kind: 'wait' };

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      amount: fc.integer({ min: 5_000, max: 90_000 }).map((n) => `${Math.floor(n / 1000)}.${n % 1000}`),
      feeIncluded: fc.boolean(),
      place: fc.nat({ max: 3 }),
      sender: fc.constantFrom('user' as const, 'exchange' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('repeat' as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: fc.nat() }) },
  // Crashes at none of its borders where it has fewer.
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('work' as const), crashAt: fc.nat({ max: 12 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const) }) },
);

it('creating, repeating, deleting, working and crashing in any order, several at once, keep every book right', async () => {
  const { db } = service;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(move, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
      async (batches) => {
        const wallet = await service.wallet('bnb');
        await service.fund(wallet, 'USDT', '200');
        await service.fund(await service.wallet('bnb', 'accounting'), 'USDT', '120');
        await fillPool('bnb', 'USDT', '80');
        const own = await service.wallet('bnb');
        const recipients = [outsider('bnb'), outsider('bnb', 1), own.address, outsider('bnb', 2)];
        const bodies: Record<string, unknown>[] = [];
        const ids: string[] = [];
        const statuses = new Set<number>();
        const failures = new Set<string>();
        const chain = sandboxChain(db, { confirmAfterMs: 0, refusedShare: 0.2, failedShare: 0.2 });

        const make = async (body: Record<string, unknown>) => {
          const answer = await create(body);
          statuses.add(answer.status);
          const id = /wd_[0-9a-f]{24}/.exec(answer.text)?.[0];
          if (answer.status === 200 && id !== undefined) ids.push(id);
        };
        const play = async (next: Move): Promise<void> => {
          switch (next.kind) {
            case 'create': {
              const { amount, feeIncluded, sender, place } = next;
              const body = order({
                amount,
                sender,
                network: 'bnb',
                fee_included: feeIncluded,
                sender_wallet: wallet.address,
                recipient_wallet: recipients[place],
              });
              bodies.push(body);
              return await make(body);
            }
            case 'repeat': {
              const body = bodies[next.which % Math.max(1, bodies.length)];
              return body && (await make(body));
            }
            case 'delete': {
              const id = ids[next.which % Math.max(1, ids.length)];
              if (id !== undefined) statuses.add((await remove(id)).status);
              return;
            }
            case 'work': {
              let border = 0;
              const crashing = watchedChain(chain, async () => {
                if (border === next.crashAt) throw new Error('killed');
                border += 1;
              });
              await runOnce(withdrawalsJob({ db, chain: crashing })).catch((error: unknown) =>
                failures.add(String(error)),
              );
              return;
            }
            case 'wait':
              return await letTimePass(db);
          }
        };
        for (const batch of batches) {
          await Promise.all(batch.map(play));
          expect(await findFaults(db)).toEqual([]);
        }
        // Made or found, refused, gone: nothing else is ever answered, and no step fails but by our crashes.
        expect([...statuses].filter((status) => ![200, 400, 404].includes(status))).toEqual([]);
        expect([...failures].filter((failure) => failure !== 'Error: killed')).toEqual([]);
        await workThrough(db, withdrawalsJob({ db, chain }));
        const open = db.selectFrom('withdrawal_requests').where('next_step_at', 'is not', null).selectAll();
        expect(await open.execute()).toEqual([]);
        expect(await findFaults(db)).toEqual([]);
      },
    ),
    { numRuns: 15 },
  );
});
