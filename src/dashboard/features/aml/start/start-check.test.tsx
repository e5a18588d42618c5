import { expect, it, vi } from 'vitest';
import { markupOf } from '../aml-testing.tsx';
import { type Seen, seenQuery } from './seen.queries.ts';
import { StartCheck } from './start-check.tsx';

// Settings that all tabs share are listened for as soon as they are loaded.
vi.hoisted(() => vi.stubGlobal('window', new EventTarget()));

const hash = '3e3a6f8b'.repeat(8);

function shown(seen: Seen[]): { html: string; chosen: string[] } {
  const html = markupOf(<StartCheck />, {
    path: `/aml?value=${hash}`,
    answers: (client) => client.setQueryData(seenQuery(hash).queryKey, seen),
  });
  const radios = html.match(/<input type="radio"[^>]*>/g) ?? [];
  expect(radios).toHaveLength(2);
  const chosen = radios
    .filter((radio) => radio.includes('checked'))
    .map((radio) => /value="(\w+)"/.exec(radio));
  return { html, chosen: chosen.map((found) => found?.[1] ?? '') };
}

it('chooses the network on which the account has seen the transaction, and says where', () => {
  const { html, chosen } = shown([{ network: 'btc', place: 'transaction' }]);
  expect(chosen).toEqual(['btc']);
  expect(html).toContain('Seen on Bitcoin in your transactions');
});

it('leaves the choice to the user where the network is not known, and where it is not one', () => {
  const unknown = shown([]);
  expect(unknown.chosen).toEqual([]);
  expect(unknown.html).toContain('choose its network');
  const several = shown([
    { network: 'trx', place: 'check' },
    { network: 'btc', place: 'transaction' },
  ]);
  expect(several.chosen).toEqual([]);
});
