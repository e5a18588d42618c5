import { expect, it, onTestFinished, vi } from 'vitest';
import { randomHex } from './random-id.ts';

it('a random id is made where the page came over plain http, and is never the same', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const ids = new Set(Array.from({ length: 1000 }, () => randomHex(16)));
  expect(ids.size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
});
