import { expect, it } from 'vitest';
import { atMost } from './at-most.ts';

const turn = () => new Promise((resolve) => setTimeout(resolve));

it('runs all, in their order, and never more at once than it may', async () => {
  const taking = atMost(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.all(
    [1, 2, 3, 4, 5].map((number) =>
      taking(async () => {
        begun.push(number);
        running += 1;
        most = Math.max(most, running);
        await turn();
        running -= 1;
        return number * 2;
      }),
    ),
  );
  expect(results).toEqual([2, 4, 6, 8, 10]);
  expect(begun).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

it('goes on after one that failed', async () => {
  const taking = atMost(1);
  const failed = taking(() => Promise.reject(new Error('no')));
  const next = taking(() => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  await expect(next).resolves.toBe('yes');
});
