import { expect, it } from 'vitest';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import type { ListAnswer, Query } from './ask-list.ts';
import { lookAtList } from './look-at-list.ts';
import type { Finding } from './probe-parameter.ts';

type Row = { request_id: string };

/** What is found of a list, newest first, to which `change` does something before each answer. */
async function look(change: (rows: Row[]) => void, answer: (rows: Row[], query: Query) => Row[] = pageOf) {
  const rows = Array.from({ length: 40 }, (_, index) => ({ request_id: `wd_${40 - index}` }));
  const found = new Map<string, Finding>();
  await lookAtList({
    operation: listWithdrawalRequests,
    isAbsent: () => true,
    note: async (aspect, finding) => void found.set(aspect, finding),
    ask: async (query): Promise<ListAnswer> => {
      change(rows);
      const page = answer(rows, query).map((value) => ({
        isWhole: true as const,
        value,
        problems: [] as [],
      }));
      return {
        kind: 'rows',
        body: '{}',
        rows: page,
        stated: rows.length,
        step: page.length,
        otherRows: 0,
        ignored: [],
      };
    },
  });
  return found;
}

function pageOf(rows: readonly Row[], { offset = '0', limit = '10' }: Query): Row[] {
  return rows.slice(Number(offset), Number(offset) + Number(limit));
}

/** Adds a row before the first one, seven times in ten answers. */
function growing() {
  let answers = 0;
  return (rows: Row[]) => {
    answers += 1;
    if (answers % 10 < 7) rows.unshift({ request_id: `wd_${rows.length + 1}` });
  };
}

it('takes a list that grows meanwhile for neither wrongly counted nor without pages', async () => {
  const found = await look(growing());
  expect(found.get('count')).toEqual({ state: 'proved', detail: null });
  expect(found.get('offset')).toEqual({ state: 'proved', detail: null });
});

it('says that it can’t tell if a list changes between every two answers', async () => {
  const found = await look((rows) => rows.unshift({ request_id: `wd_${rows.length + 1}` }));
  expect(found.get('offset')).toEqual({ state: 'unknown', detail: 'The list changed meanwhile.' });
  expect(found.get('count')?.state).toBe('unknown');
});

it('finds that a list takes no notice of the offset, even while it grows', async () => {
  const found = await look(growing(), (rows, { limit }) => rows.slice(0, Number(limit)));
  expect(found.get('offset')).toEqual({ state: 'disproved', detail: 'ignored' });
});
