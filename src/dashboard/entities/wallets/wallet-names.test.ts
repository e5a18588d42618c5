import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadRow } from '#contract/read-answer.ts';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { fetchAllWallets } from './wallet-names.tsx';

function wallet(address: string): ReadRow<Wallet> {
  const value = { address, name: address, type: 'user', network: 'eth', status: 'active', balances: {} };
  return { isWhole: true, value, problems: [] };
}

const wallets = (count: number) => Array.from({ length: count }, (_, index) => wallet(`w${index}`));
const page = (all: ReadRow<Wallet>[], offset: number, limit: number) => {
  const rows = all.slice(offset, offset + limit);
  return { stated: all.length, rows, step: rows.length, otherRows: 0 };
};

describe('reading all wallets', () => {
  it('reads each of any number once, with pages of at most 300', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1300 }), async (count) => {
        const all = wallets(count);
        const reading = await fetchAllWallets(
          async (offset, limit) => {
            expect(limit).toBe(300);
            return page(all, offset, limit);
          },
          () => {},
        );
        expect(reading.rows.map(({ value }) => value.address)).toEqual(all.map(({ value }) => value.address));
        expect(reading).toMatchObject({ count, isSteady: true });
      }),
      { numRuns: 20 },
    );
  });

  it('reads each once from a provider with smaller pages, and knows all of them only if it gives a total', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(700),
        fc.integer({ min: 1, max: 400 }),
        fc.boolean(),
        async (count, cap, saysHowMany) => {
          const all = wallets(count);
          const reading = await fetchAllWallets(
            async (offset, limit) => ({
              ...page(all, offset, Math.min(limit, cap)),
              ...(!saysHowMany && { stated: null }),
            }),
            () => {},
          );
          expect(reading.rows).toEqual(all);
          expect(reading.isSteady).toBe(saysHowMany);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('ends if a provider returns the same wallets again and again', async () => {
    const reading = await fetchAllWallets(
      async (_offset, limit) => ({ ...page(wallets(700), 0, limit), stated: null }),
      () => {},
    );
    expect(reading.rows).toHaveLength(300);
    expect(reading.isSteady).toBe(false);
  });

  it('reports its progress', async () => {
    const reported: unknown[] = [];
    await fetchAllWallets(
      async (offset, limit) => page(wallets(700), offset, limit),
      (progress) => reported.push(progress),
    );
    expect(reported).toEqual([
      { read: 300, count: 700 },
      { read: 600, count: 700 },
      { read: 700, count: 700 },
    ]);
  });

  it('notices a wallet that is created while it reads, and counts none twice', async () => {
    let all = wallets(400);
    const reading = await fetchAllWallets(
      async (offset, limit) => {
        const answer = page(all, offset, limit);
        all = [wallet('new'), ...all];
        return answer;
      },
      () => {},
    );
    expect(reading.isSteady).toBe(false);
    expect(new Set(reading.rows.map(({ value }) => value.address)).size).toBe(reading.rows.length);
  });

  it('notices a wallet that is deleted while it reads', async () => {
    let all = wallets(400);
    const reading = await fetchAllWallets(
      async (offset, limit) => {
        const answer = page(all, offset, limit);
        all = all.slice(1);
        return answer;
      },
      () => {},
    );
    expect(reading.isSteady).toBe(false);
  });

  it('ends if the pages run out before the stated number', async () => {
    const reading = await fetchAllWallets(
      async (offset, limit) => ({ ...page(wallets(10), offset, limit), stated: 1000 }),
      () => {},
    );
    expect(reading).toMatchObject({ count: 1000, isSteady: false });
    expect(reading.rows).toHaveLength(10);
  });

  it('has read all wallets beside rows of another kind, whether or not the total includes these', async () => {
    for (const stated of [700, 703]) {
      const reading = await fetchAllWallets(
        async (offset, limit) => ({
          ...page(wallets(700), offset, limit),
          stated,
          otherRows: offset < 700 ? 1 : 0,
        }),
        () => {},
      );
      expect(reading.rows).toHaveLength(700);
      expect(reading.isSteady).toBe(true);
    }
  });

  it('keeps wallets apart that share an address over two networks', async () => {
    const [eth, bnb] = [wallet('0xab'), wallet('0xab')];
    bnb.value.network = 'bnb';
    const reading = await fetchAllWallets(
      async () => page([eth, bnb], 0, 2),
      () => {},
    );
    expect(reading.rows).toHaveLength(2);
    expect(reading.isSteady).toBe(true);
  });
});
