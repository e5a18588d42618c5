import { expect, it, vi } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { amlActivityQuery } from '#dashboard/entities/aml/aml-activity.queries.ts';
import { markupOf } from '#dashboard/entities/aml/aml-testing.tsx';
import { amlResult, type KnownResult } from '#dashboard/entities/aml/aml-results.queries.ts';
import { type Seen, seenQuery } from './seen.queries.ts';
import * as parseSubject from './read-subject.ts';
import * as cover from '../many/cover.ts';
import { coverCode, readingCode, StartCheck } from './start-check.tsx';

// Settings that all tabs share are listened for as soon as they are loaded.
vi.hoisted(() => vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { pathname: '/' } })));

const hash = '3e3a6f8b'.repeat(8);

function shown(seen: Seen[]): { html: string; chosen: string[] } {
  const html = markupOf(<StartCheck />, {
    path: `/aml?value=${hash}`,
    answers: (client) => {
      client.setQueryData(readingCode.queryKey, parseSubject);
      client.setQueryData(seenQuery(hash).queryKey, seen);
    },
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
  expect(unknown.html).toContain('Choose its network.');
  const several = shown([
    { network: 'trx', place: 'check' },
    { network: 'btc', place: 'transaction' },
  ]);
  expect(several.chosen).toEqual([]);
});

it('chooses the network that a link names', () => {
  const address = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';
  const choice = (on: string) => {
    const html = markupOf(<StartCheck />, {
      path: `/aml?value=${address}${on}`,
      answers: (client) => client.setQueryData(readingCode.queryKey, parseSubject),
    });
    const [radio = '', ...others] = html.match(/<input type="radio"[^>]*checked[^>]*>/g) ?? [];
    expect(others).toEqual([]);
    return /value="(\w+)"/.exec(radio)?.[1];
  };
  expect(choice('&on=bnb')).toBe('bnb');
  expect(choice('&on=eth')).toBe('eth');
  expect(choice('')).toBeUndefined();
});

const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/** Whether the check of an address can be started, with so many left and what is known of it. */
function startOf(left: string | null, known?: KnownResult): { isDisabled: boolean; html: string } {
  const html = markupOf(<StartCheck />, {
    path: `/aml?value=${tron}`,
    answers: (client) => {
      client.setQueryData(readingCode.queryKey, parseSubject);
      client.setQueryData(coverCode.queryKey, cover);
      client.setQueryData(amlActivityQuery.queryKey, {
        running_count: 0,
        running: [],
        ended: [],
        price: { amount: decimal('1'), currency: 'USDT' },
        checks_left: left === null ? null : { count: left, reported_at: '2026-01-02T03:04:05Z' },
      });
      if (known !== undefined) client.setQueryData(amlResult('trx', tron).queryKey, known);
    },
  });
  const button = /<button[^>]*type="submit"[^>]*>/.exec(html)?.[0] ?? '';
  expect(button).not.toBe('');
  return { isDisabled: button.includes('aria-disabled="true"'), html };
}

it('starts a check only where one is left or the wallet that pays is known, and says why not', () => {
  expect(startOf('1').isDisabled).toBe(false);
  expect(startOf(null).isDisabled).toBe(false);
  const usedUp = startOf('0');
  expect(usedUp.isDisabled).toBe(true);
  expect(usedUp.html).toContain('No checks remaining. Choose a wallet to pay 1 USDT.');
});

it('starts what costs nothing, since the subject is being checked already', () => {
  expect(startOf('0', { is_running: true, sanctions: null, last: null }).isDisabled).toBe(false);
  expect(startOf('0', { is_running: false, sanctions: null, last: null }).isDisabled).toBe(true);
});
