import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { openSets } from '#contract/fields.ts';
import { parseListQuery } from '#contract/list-address.ts';
import { changeListQuery, filtersIn, lastOffset } from './list-state.ts';

const query = listWallets.query;
const newestFirst = { sort_by: 'created_at', sort_direction: 'desc' };
const read = (search: string) => parseListQuery(query, new URLSearchParams(search));

describe('the address as the state of a list', () => {
  it('comes back as it was written, whatever the values', () => {
    const states = fc.record(
      {
        address: fc.string({ minLength: 1, maxLength: 128 }).filter((text) => /^[\x21-\x7e]+$/.test(text)),
        type: fc.constantFrom('user', 'accounting'),
        network: fc.constantFrom('trx', 'eth', 'bnb', 'btc'),
        limit: fc.integer({ min: 1, max: 300 }),
        offset: fc.integer({ min: 0, max: 999_999_999_999 }),
      },
      { requiredKeys: ['limit', 'offset'] },
    );
    fc.assert(
      fc.property(states, (state) => {
        const search = changeListQuery(new URLSearchParams(), state);
        expect(read(search)).toEqual({ ...newestFirst, ...state });
      }),
    );
  });

  it('keeps what the contract accepts and drops only what it refuses', () => {
    expect(read('?network=doge&type=user&limit=many&offset=200')).toEqual({
      ...newestFirst,
      type: 'user',
      limit: 50,
      offset: 200,
    });
    expect(read('?limit=301&offset=-1&address=T1')).toEqual({
      ...newestFirst,
      address: 'T1',
      limit: 50,
      offset: 0,
    });
  });

  it('never throws, whatever the URL contains', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom(...Object.keys(query.shape)));
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string())), (parameters) => {
        expect(parseListQuery(query, new URLSearchParams(parameters)).limit).toBeLessThanOrEqual(300);
      }),
    );
  });

  it('reads the defaults from an empty address, and empty values as not given', () => {
    expect(read('')).toEqual({ ...newestFirst, limit: 50, offset: 0 });
    expect(read('?address=&network=')).toEqual({ ...newestFirst, limit: 50, offset: 0 });
  });

  it('keeps a network that only the provider knows once the sets are opened', () => {
    expect(parseListQuery(openSets(query), new URLSearchParams('network=ton'))).toMatchObject({
      network: 'ton',
    });
  });

  it('reads a sorted list the same way', () => {
    const sorted = parseListQuery(
      listTransactions.query,
      new URLSearchParams('sort_by=status&sort_direction=up'),
    );
    expect(sorted).toMatchObject({ sort_by: 'status', sort_direction: 'desc' });
  });
});

describe('changing the address', () => {
  const search = new URLSearchParams('network=trx&offset=300&limit=100&open=1');

  it.each([{ network: 'eth' }, { limit: 50 }, { sort_by: 'status' }, { network: undefined }])(
    'starts at the first page after %j',
    (change) => {
      expect(new URLSearchParams(changeListQuery(search, change)).has('offset')).toBe(false);
    },
  );

  it('keeps filters and foreign parameters when the page changes', () => {
    expect(changeListQuery(search, { offset: 400 })).toBe('?network=trx&offset=400&limit=100&open=1');
  });

  it('leaves no empty parameters behind', () => {
    expect(changeListQuery(new URLSearchParams('network=trx'), { network: '' })).toBe('');
    expect(changeListQuery(new URLSearchParams('offset=100'), { offset: 0 })).toBe('');
  });

  it('counts as filters what decides which rows belong, not how they are shown', () => {
    expect(filtersIn(query, search)).toEqual(['network']);
  });
});

describe('the last page', () => {
  it('starts so that it holds the last row and no page is beyond it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: 300 }),
        (count, limit) => {
          const offset = lastOffset(count, limit);
          expect(offset % limit).toBe(0);
          expect(offset).toBeLessThan(count);
          expect(offset + limit).toBeGreaterThanOrEqual(count);
        },
      ),
    );
    expect(lastOffset(0, 100)).toBe(0);
  });
});
