import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instant } from '#dashboard/lib/zones.arbitrary.ts';
import { movementLinks, rangeNames, parseMovementUrl, writeMovementAddress } from './movement-address.ts';

describe('the address of the movement', () => {
  it('gives back every state that it was written from', () => {
    const states = fc.record({
      range: fc.constantFrom(...rangeNames),
      currency: fc.constantFrom(undefined, 'BTC', 'USDT'),
      isTable: fc.boolean(),
    });
    fc.assert(
      fc.property(states, (state) => {
        expect(parseMovementUrl(new URLSearchParams(writeMovementAddress(state)))).toEqual(state);
      }),
    );
  });

  it('falls back, one by one, on what it does not know', () => {
    expect(parseMovementUrl(new URLSearchParams('range=today&currency=a%20b&view=table'))).toEqual({
      range: '30d',
      currency: undefined,
      isTable: true,
    });
  });
});

it('leads to a day that is over by its ends alone, and to one that goes on no further than was read', () => {
  const { ofDay } = movementLinks('BTC', '7d', instant('2026-11-21T12:00:00Z'));
  const past = { from: instant('2026-11-20T00:00:00Z'), to: instant('2026-11-20T23:59:59.999999Z') };
  const today = { from: instant('2026-11-21T00:00:00Z'), to: instant('2026-11-21T23:59:59.999999Z') };
  expect(search(ofDay({ date: '2026-11-20', ...past }, 'out'))).toEqual({
    status: 'completed',
    currency: 'BTC',
    direction: 'out',
    created_from: past.from,
    created_to: past.to,
  });
  expect(search(ofDay({ date: '2026-11-21', ...today }))).toMatchObject({
    until: '2026-11-21T12:00:00.000000Z',
  });
});

function search(link: string) {
  return Object.fromEntries(new URL(link, 'http://console.example').searchParams);
}
