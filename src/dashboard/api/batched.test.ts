import { expect, it } from 'vitest';
import { batched } from './batched.ts';

it('looks up everything that is asked at once in as few requests as possible, and each ID once', async () => {
  const asked: string[][] = [];
  const find = batched<string>(2, async (ids) => {
    asked.push(ids);
    return new Map(ids.filter((id) => id !== 'unknown').map((id) => [id, `found ${id}`]));
  });
  expect(await Promise.all(['a', 'a', 'b', 'unknown'].map(find))).toEqual([
    'found a',
    'found a',
    'found b',
    undefined,
  ]);
  expect(await find('c')).toBe('found c');
  expect(asked).toEqual([['a', 'b'], ['unknown'], ['c']]);
});

it('fails for those of a request that fails, and for no other', async () => {
  const find = batched<string>(1, async ([id = '']) => {
    if (id === 'bad') throw new Error('refused');
    return new Map([[id, id]]);
  });
  expect(await Promise.allSettled([find('bad'), find('good')])).toMatchObject([
    { status: 'rejected' },
    { status: 'fulfilled', value: 'good' },
  ]);
});
