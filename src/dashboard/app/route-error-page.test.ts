import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadWhenReachable } from './route-error-page.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function waiting(reachable: boolean[]) {
  const stored = new Map<string, string>();
  const reload = vi.fn<() => void>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const isReachable = async () => reachable.shift() ?? true;
  return { reload, begin: () => reloadWhenReachable({ isReachable, reload, storage }) };
}

it('a page whose code could not be loaded is loaded again once the console can be reached, and once only', async () => {
  const { reload, begin } = waiting([false, false, true]);
  begin();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('code that is still missing after that is waited for a minute', async () => {
  const { reload, begin } = waiting([]);
  begin();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reload).toHaveBeenCalledTimes(1);
  begin();
  await vi.advanceTimersByTimeAsync(55_000);
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('nothing is loaded again after leaving the page', async () => {
  const { reload, begin } = waiting([]);
  begin()();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(reload).not.toHaveBeenCalled();
});
