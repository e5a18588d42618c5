import { expect, it, onTestFinished, vi } from 'vitest';
import { findHandedList, handList } from './handed-list.ts';

it('is handed over on a page that came over plain http, if there is no crypto.randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const list = { text: '0x1,eth', origin: 'Transactions of today.', problems: [] };
  const id = handList('mine', list);
  expect(findHandedList('mine', id)).toEqual({ id, ...list });
});
