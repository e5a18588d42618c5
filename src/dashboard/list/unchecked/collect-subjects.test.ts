import { describe, expect, it } from 'vitest';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { pageOf } from '../export/export-testing.ts';
import type { ReadPage } from '../export/read-pages.ts';
import { counterparties, ownAddresses } from '#dashboard/entities/aml/aml-results.queries.ts';
import { collectSubjects, skippedMessages, TooManySubjects } from './collect-subjects.ts';

type Row = { direction: string; network: string; sender_wallet: string; recipient_wallet: string };

const address = (index: number) => `0x${String(index).padStart(40, '0')}`;
const from = (sender_wallet: string, network = 'eth'): Row => ({
  direction: 'in',
  network,
  sender_wallet,
  recipient_wallet: 'treasury',
});

/** Pages of a list of these rows, distinguished by how often they were requested. */
function listOf(rows: readonly Row[], countAt: (offset: number) => number = () => rows.length): ReadPage {
  return async (offset, limit) =>
    pageOf(
      rows.slice(offset, offset + limit).map((value) => ({ value, isWhole: true, problems: [] })),
      countAt(offset),
    );
}

const hooks = {
  onPause: () => undefined,
  onFailure: async ({ error }: { error: Error }) => await Promise.reject(error),
  wait: async () => await Promise.resolve(),
  onProgress: () => undefined,
};

const collect = async (
  fetchPage: ReadPage,
  wanted: { own?: ReadonlySet<string>; areAll?: boolean; most?: number } = {},
) =>
  await collectSubjects(
    fetchPage,
    {
      of: counterparties,
      findOwn: async () => ({ own: wanted.own ?? new Set(), areAll: wanted.areAll ?? true }),
      most: wanted.most ?? 10_000,
    },
    hooks,
  );

describe('the addresses of a list', () => {
  it('are those of all pages, each once', async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => from(address(index % 700)));
    const { subjects, rows: read, problems } = await collect(listOf(rows));
    expect(subjects).toHaveLength(700);
    expect(new Set(subjects.map(({ value }) => value)).size).toBe(700);
    expect(subjects[0]).toEqual({ value: address(0), network: 'eth' });
    expect([read, problems]).toEqual([1_000, []]);
  });

  it('leave out own wallets and what can be no subject, and say how many rows that were', async () => {
    const own = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
    const rows = [
      from(own.toLowerCase()),
      from('exchange'),
      from('TJRabPr…kjpRTv8', 'trx'),
      from('4Nd1mYQFRuJrTGuWKgMGWxEDXFuYjZ6Xrd2hCLrC7HkM', 'sol'),
      from(address(1)),
      from(address(1), 'BNB'),
    ];
    const { subjects, leftOut } = await collect(listOf(rows), { own: ownAddresses([own]) });
    expect(subjects).toEqual([
      { value: address(1), network: 'eth' },
      { value: address(1), network: 'bnb' },
    ]);
    expect(skippedMessages(leftOut)).toEqual([
      '1 row with your own wallets',
      '1 row without an address',
      '1 row with an address that the provider shortened',
      '1 row on networks without AML reports',
    ]);
  });

  it('say when a page is missing or the list changed, and are not cut off in silence', async () => {
    const rows = Array.from({ length: 700 }, (_, index) => from(address(index)));
    const shifting = await collect(listOf(rows, (offset) => (offset === 0 ? 700 : 701)));
    expect(shifting.problems).toHaveLength(1);
    const short = await collect(listOf(rows.slice(0, 650), () => 700));
    expect(short.problems).toEqual(['650 of 700 rows were received, so an address may be missing.']);
    await expect(collect(listOf(rows), { most: 699 })).rejects.toThrow(TooManySubjects);
    expect((await collect(listOf(rows), { most: 700 })).subjects).toHaveLength(700);
  });

  it('may include own wallets where not all of these are known, which is said', async () => {
    const { problems } = await collect(listOf([from(address(1))]), { areAll: false });
    expect(problems.join(' ')).toContain('Your own addresses may be included.');
  });

  it('are not given where a page fails for good', async () => {
    const rows = Array.from({ length: 700 }, (_, index) => from(address(index)));
    const pages = listOf(rows);
    const failure = new ApiError({ kind: 'refused', status: 400, message: 'No' });
    const failing: ReadPage = async (offset, limit) => {
      if (offset === 300) throw failure;
      return await pages(offset, limit);
    };
    await expect(collect(failing)).rejects.toBe(failure);
  });
});
