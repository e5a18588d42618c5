import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

it('takes turns between keys, however many of one wait', async () => {
  const queue = new FairQueue({ capacity: 1, perKey: 1, waitMs: 10_000 });
  const order: string[] = [];
  const run = async (key: string) => {
    const leave = await queue.enter(key);
    order.push(key);
    await Promise.resolve();
    leave();
  };
  await Promise.all([...Array.from({ length: 5 }, async () => run('many')), run('one'), run('other')]);
  expect(order).toEqual(['many', 'many', 'one', 'other', 'many', 'many', 'many']);
  expect(queue.waitingCount).toBe(0);
});

it('leaves room beside a key that never ends', async () => {
  const queue = new FairQueue({ capacity: 3, perKey: 2, waitMs: 50 });
  await queue.enter('slow');
  const leave = await queue.enter('slow');
  const third = queue.enter('slow');
  (await queue.enter('quick'))();
  await expect(third).rejects.toMatchObject({ code: 'busy', mayBeDone: false });
  leave();
  await expect(queue.enter('slow')).resolves.toBeTypeOf('function');
});

it('limits what has no key by the capacity alone, and counts a double end once', async () => {
  const queue = new FairQueue({ capacity: 2, perKey: 1, waitMs: 20 });
  const leave = await queue.enter();
  await queue.enter();
  leave();
  leave();
  await queue.enter();
  await expect(queue.enter()).rejects.toThrow('No turn came in time');
});
