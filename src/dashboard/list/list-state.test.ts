import { describe, expect, it } from 'vitest';
import { openSets } from '#contract/fields.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { activeFilters, parseListState, resolveQuery } from './list-state.ts';

const schema = openSets(listTransactions.query);
const now = Date.parse('2026-11-21T15:30:00Z');
const asked = (search: string, iana = 'UTC') =>
  resolveQuery(schema, parseListState(schema, new URLSearchParams(search)), now, iana);

describe('the rows that an address asks for', () => {
  it('end where the list is pinned, if they do not end before', () => {
    const until = '2026-11-21T12:00:00.000001Z';
    expect(asked(`until=${until}`).created_to).toBe(until);
    expect(asked(`until=${until}&created_to=2026-11-20`).created_to).toBe('2026-11-20T23:59:59.999999Z');
    expect(asked(`until=${until}&created_to=2026-11-22`).created_to).toBe(until);
  });

  it('count a range that moves from the pin, so that a link shows the same rows another day', () => {
    expect(asked('range=today').created_from).toBe('2026-11-21T00:00:00.000000Z');
    expect(asked('range=today&until=2026-11-19T08:00:00.000000Z')).toMatchObject({
      created_from: '2026-11-19T00:00:00.000000Z',
      created_to: '2026-11-19T08:00:00.000000Z',
    });
  });

  it('have days as the person’s zone has them', () => {
    expect(asked('range=today', 'America/New_York').created_from).toBe('2026-11-21T05:00:00.000000Z');
  });

  it('ignore invalid ranges and moments', () => {
    const { created_from: from, created_to: to } = asked('range=ever&until=soon');
    expect([from, to]).toEqual([undefined, undefined]);
  });
});

it("separates a URL's filters from what only shapes the view", () => {
  const search = new URLSearchParams(
    'range=7d&status=error&until=2026-11-19T08:00:00Z&limit=25&columns=amount&density=compact&sort_by=status',
  );
  expect(activeFilters(schema, search)).toEqual(['status', 'range']);
});
