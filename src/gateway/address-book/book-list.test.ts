import { beforeEach, describe, expect, it } from 'vitest';
import {
  type BookEntry,
  findBookEntries,
  MOST_ENTRIES,
  MOST_IMPORTED,
} from '#contract/gateway/address-book.ts';
import { findBookNames } from '#contract/gateway/known-addresses.ts';
import { useTestDatabase } from '#database/testing.ts';
import { addresses, dataOf, keepBook } from '../testing/book-keeper.ts';
import {
  makeTinyService,
  type RunningGateway,
  setUpGateways,
  TestClock,
} from '../testing/gateway-harness.ts';
import { type Answer, fromOwnPage } from '../testing/http-client.ts';
import { newEntry } from './read-entry.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

let clock: TestClock;
let gateway: RunningGateway;

beforeEach(async () => {
  clock = new TestClock();
  gateway = await start({ now: clock.now, provider: makeTinyService('good', 'other') });
});

const sign = async (token: string) => keepBook(gateway, token);
type Found = { entries: BookEntry[] };
type Result = { outcome: string; entry: BookEntry | null };
const resultsOf = (answer: Answer) => dataOf(answer) as { results: Result[] };
const namesOf = (entries: BookEntry[]) => entries.map(({ name }) => name);

describe('the list of entries', () => {
  beforeEach(async () => {
    const { add } = await sign('good');
    await add({ name: 'beta', note: '100% Prepaid' });
    clock.advance({ minutes: 1 });
    await add({ name: 'Alpha', network: 'btc', address: addresses.btc });
    clock.advance({ minutes: 1 });
    await add({ name: 'alpine Ünit', network: 'trx', address: addresses.trx });
  });

  it.each([
    ['', ['Alpha', 'alpine Ünit', 'beta']],
    ['?sort_direction=desc', ['beta', 'alpine Ünit', 'Alpha']],
    ['?sort_by=added_at', ['beta', 'Alpha', 'alpine Ünit']],
    ['?network=btc', ['Alpha']],
    ['?search=ALP', ['Alpha', 'alpine Ünit']],
    ['?search=%C3%BCnit', ['alpine Ünit']],
    ['?search=100%25', ['beta']],
    ['?search=0x5AAEB', ['beta']],
    ['?search=_', []],
    ['?search=alp&network=trx', ['alpine Ünit']],
  ])('of “%s” is exact', async (search, names) => {
    const { count, entries } = await (await sign('good')).list(search);
    expect([count, namesOf(entries)]).toEqual([names.length, names]);
  });

  it('comes in pages that make up the whole, each with the count of all', async () => {
    const { list } = await sign('good');
    const pages = [await list('?limit=2'), await list('?limit=2&offset=2'), await list('?limit=2&offset=9')];
    expect(pages.map(({ count }) => count)).toEqual([3, 3, 3]);
    expect(pages.flatMap(({ entries }) => namesOf(entries))).toEqual(['Alpha', 'alpine Ünit', 'beta']);
  });
});

describe('a lookup of many', () => {
  it.each([
    [{ addresses: [addresses.btc, addresses.eth.toLowerCase()] }, ['Alpha']],
    [{ names: ['ALPHA', 'Beta'] }, ['Alpha', 'beta']],
    [{ beginnings: [addresses.trx.slice(0, 5).toLowerCase()] }, ['alpine Ünit']],
    [{}, []],
  ])('by %j finds the entries that match any of the values, in one account', async (wanted, names) => {
    const { add } = await sign('good');
    await add({ name: 'beta' });
    await add({ name: 'Alpha', network: 'btc', address: addresses.btc });
    await add({ name: 'alpine Ünit', network: 'trx', address: addresses.trx });
    const found = async (token: string) => {
      const { cookie } = await sign(token);
      const request = { method: 'POST', headers: { ...fromOwnPage, cookie }, body: wanted };
      const answer = await gateway.send(findBookEntries.path, request);
      return namesOf((dataOf(answer) as Found).entries);
    };
    expect([await found('good'), await found('other')]).toEqual([names, []]);
  });
});

it('names addresses in the book of the account, and no others', async () => {
  await (await sign('good')).add({ name: 'Supplier', network: 'btc', address: addresses.btc });
  const namesFor = async (token: string) => {
    const { cookie } = await sign(token);
    const body = { addresses: [addresses.btc, addresses.trx] };
    const request = { method: 'POST', headers: { ...fromOwnPage, cookie }, body };
    return dataOf(await gateway.send(findBookNames.path, request));
  };
  const named = { network: 'btc', address: addresses.btc, name: 'Supplier' };
  expect([await namesFor('good'), await namesFor('other')]).toEqual([{ names: [named] }, { names: [] }]);
});

describe('an import', () => {
  const row = { name: 'Supplier', network: 'eth', address: addresses.eth };

  it('adds what is right and says about every other row why it is not', async () => {
    const { add, importRows, list } = await sign('good');
    const there = await add({ name: 'Known', network: 'btc', address: addresses.btc });
    const answer = await importRows(
      row,
      { ...row, address: addresses.eth.toLowerCase(), name: 'The same' },
      { ...row, network: 'btc', address: addresses.btc },
      { ...row, address: 'x', note: 7 },
      { ...row, address: addresses.trx },
      { network: 'eth', address: addresses.otherEth, colour: 'red' },
    );
    const { results } = resultsOf(answer);
    expect(results).toEqual([
      {
        outcome: 'added',
        entry: expect.objectContaining({ name: 'Supplier', added_by: 'key good' }),
        problems: {},
      },
      { outcome: 'exists', entry: results[0]?.entry, problems: {} },
      { outcome: 'exists', entry: there, problems: {} },
      { outcome: 'refused', entry: null, problems: { note: 'must be text' } },
      {
        outcome: 'refused',
        entry: null,
        problems: { address: 'this is a Tron address, not an Ethereum address' },
      },
      { outcome: 'refused', entry: null, problems: { name: 'required field', colour: 'unknown field' } },
    ]);
    expect(namesOf((await list()).entries)).toEqual(['Known', 'Supplier']);
  });

  it('sent again adds nothing and changes nothing', async () => {
    const { importRows, list } = await sign('good');
    await importRows(row);
    const before = await list();
    const again = resultsOf(await importRows({ ...row, name: 'Renamed' }));
    expect(again.results.map(({ outcome }) => outcome)).toEqual(['exists']);
    expect(await list()).toEqual(before);
  });

  it(`is of 1 to ${MOST_IMPORTED} rows`, async () => {
    const { importRows } = await sign('good');
    const many = Array.from({ length: MOST_IMPORTED + 1 }, () => row);
    for (const answer of [await importRows(), await importRows(...many)]) {
      expect(answer.json()).toMatchObject({
        code: '400',
        data: { rows: `must be 1 to ${MOST_IMPORTED} rows` },
      });
    }
    const longest = { name: '€'.repeat(64), note: '€'.repeat(300), network: 'eth', address: addresses.eth };
    const full = await importRows(...Array.from({ length: MOST_IMPORTED }, () => longest));
    expect(full.status).toBe(200);
  });

  it('that would make the book too long adds nothing, and says so', async () => {
    const at = clock.now();
    const rows = Array.from({ length: MOST_ENTRIES - 1 }, (_, index) => ({
      ...newEntry(
        { name: `Entry ${index}`, network: 'eth', address: `address ${index}`, note: '' },
        { accountId: 'account of good', actorName: null, at, usableFrom: at },
      ),
    }));
    for (let from = 0; from < rows.length; from += 2_000) {
      await database.db
        .insertInto('address_book')
        .values(rows.slice(from, from + 2_000))
        .execute();
    }
    const { importRows, create, list } = await sign('good');
    const refused = await importRows(row, { ...row, address: addresses.otherEth });
    expect(refused.json()).toMatchObject({
      code: '409',
      error_message: 'The address book holds 9,999 entries; the maximum is 10,000. Delete some first',
    });
    expect((await create(row)).status).toBe(200);
    expect((await create({ ...row, address: addresses.otherEth })).status).toBe(409);
    expect((await list('?limit=1')).count).toBe(MOST_ENTRIES);
  });
});
