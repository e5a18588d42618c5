import { beforeEach, describe, expect, it } from 'vitest';
import type { BookEntry } from '#contract/gateway/address-book.ts';
import { namesWithArticle } from '#domain/address-check.ts';
import { networksOfScheme } from '#domain/networks.ts';
import { useTestDatabase } from '#database/testing.ts';
import { addresses, dataOf, entryOf, keepBook } from '../testing/book-keeper.ts';
import {
  makeTinyService,
  type RunningGateway,
  setUpGateways,
  TestClock,
} from '../testing/gateway-harness.ts';

const start = setUpGateways(useTestDatabase());

let clock: TestClock;
let gateway: RunningGateway;

beforeEach(async () => {
  clock = new TestClock();
  const tiny = makeTinyService('good', 'other', 'second', 'reader', 'outsider');
  const rights: Record<string, string[]> = { reader: ['withdrawals:read'], outsider: ['wallets:read'] };
  const provider: typeof tiny = {
    ...tiny,
    describeKey: async (key) => {
      const description = await tiny.describeKey(key);
      const only = rights[key];
      return description && only
        ? { ...description, permissions: (description.permissions ?? []).filter((p) => only.includes(p)) }
        : description;
    },
  };
  for (const key of ['second', 'reader', 'outsider']) tiny.accounts.set(key, 'account of good');
  gateway = await start({ provider, now: clock.now });
});

const sign = async (token: string) => keepBook(gateway, token);
const namesOf = (entries: BookEntry[]) => entries.map(({ name }) => name);

describe('an entry of the address book', () => {
  it('is seen by every key of the account that reads withdrawals, with who added it and when', async () => {
    const created = await (await sign('good')).add({ note: ' Invoices to May ' });
    expect(created).toEqual({
      id: expect.stringMatching(/^book_[\da-f]{24}$/),
      name: 'Supplier',
      network: 'eth',
      address: addresses.eth,
      note: 'Invoices to May',
      version: 1,
      added_by: 'key good',
      added_at: '2026-01-02T03:04:05.000Z',
      updated_at: '2026-01-02T03:04:05.000Z',
      usable_from: '2026-01-02T03:04:05.000Z',
    });
    expect(await (await sign('reader')).list()).toEqual({ count: 1, entries: [created] });
  });

  it("can't be seen, changed or deleted by another account", async () => {
    const { id, version } = await (await sign('good')).add();
    const other = await sign('other');
    expect(await other.list()).toEqual({ count: 0, entries: [] });
    expect(dataOf(await other.lookup('eth', addresses.eth))).toMatchObject({ entry: null });
    const changes = { name: 'Mine', network: 'eth', address: addresses.otherEth };
    for (const answer of [
      await other.replace({ id, version, ...changes }),
      await other.remove({ id, version }),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.json()).toMatchObject({ code: '404', error_code: 'not_found' });
    }
    expect((await other.add()).name).toBe('Supplier');
    expect((await (await sign('good')).list()).entries).toMatchObject([{ id, version, name: 'Supplier' }]);
  });

  it('stays closed to keys without the permission, which learn what they lack', async () => {
    const { id, version } = await (await sign('good')).add();
    const reader = await sign('reader');
    const entry = { name: 'Mine', network: 'eth', address: addresses.otherEth };
    for (const answer of [
      await reader.create(entry),
      await reader.replace({ id, version, ...entry }),
      await reader.remove({ id, version }),
      await reader.importRows(entry),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({
        error_code: 'system',
        error_message: expect.stringContaining('it needs withdrawals:write'),
      });
    }
    const outsider = await sign('outsider');
    for (const answer of [
      await outsider.get('/console/address-book'),
      await outsider.lookup('eth', addresses.eth),
    ]) {
      expect(answer.json()).toMatchObject({
        error_code: 'system',
        error_message: expect.stringContaining('it needs withdrawals:read'),
      });
    }
    expect((await reader.list()).count).toBe(1);
  });

  it.each([
    ['eth', addresses.eth.toLowerCase(), addresses.eth],
    ['bnb', ` ${addresses.eth} `, addresses.eth],
    ['btc', addresses.btc.toUpperCase(), addresses.btc],
    ['trx', addresses.trx, addresses.trx],
  ])('keeps the address of %s given as “%s” in its canonical spelling', async (network, given, kept) => {
    const { add, lookup } = await sign('good');
    expect(await add({ network, address: given })).toMatchObject({ network, address: kept });
    expect(dataOf(await lookup(network, given))).toMatchObject({ entry: { address: kept } });
  });

  it.each([
    ['a wrong checksum', { address: addresses.eth.replace('5aA', '5AA') }, 'address', /checksum/],
    [
      'an address of another network',
      { address: addresses.trx },
      'address',
      /^this is a Tron address, not an Ethereum address$/,
    ],
    ['a shortened address', { address: '0x5aAe…BeAed' }, 'address', /shortened/],
    ['no address', { address: undefined }, 'address', /^required field$/],
    ['an unknown network', { network: 'doge' }, 'network', /^allowed: /],
    ['no name', { name: ' ' }, 'name', /^Enter a name \(up to 64 characters\)\.$/],
    ['a long note', { note: 'x'.repeat(301) }, 'note', /^Enter up to 300 characters\.$/],
    ['a field too many', { usable_from: '2020-01-01T00:00:00.000Z' }, 'usable_from', /^unknown field$/],
  ])('refuses %s and names the field', async (_what, changes, field, rule) => {
    const { create, list } = await sign('good');
    const answer = await create({ name: 'Supplier', network: 'eth', address: addresses.eth, ...changes });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      error_code: 'request',
      data: { [field]: expect.stringMatching(rule) },
    });
    expect((await list()).count).toBe(0);
  });

  it('is in the book once for each network, however it is spelt', async () => {
    const { add, create, replace, list } = await sign('good');
    await add();
    const again = { name: 'Again', network: 'eth', address: addresses.eth.toLowerCase() };
    const { id, version } = await add({ name: 'Other', address: addresses.otherEth });
    for (const answer of [await create(again), await replace({ id, version, ...again })]) {
      expect(answer.json()).toMatchObject({
        code: '400',
        error_code: 'request',
        data: { address: 'This address is already saved as “Supplier”' },
      });
    }
    await add({ network: 'bnb' });
    expect((await list()).count).toBe(3);
  });

  it('created twice at once is there once', async () => {
    const { create, list } = await sign('good');
    const entry = { name: 'Supplier', network: 'eth', address: addresses.eth };
    const answers = await Promise.all([create(entry), create(entry)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
    expect((await list()).count).toBe(1);
  });

  it('is changed and deleted, and says when', async () => {
    const { add, replace, remove, list } = await sign('good');
    const { id, added_at } = await add();
    clock.advance({ minutes: 1 });
    const answer = await (
      await sign('second')
    ).replace({
      id,
      version: 1,
      name: 'Late',
      network: 'eth',
      address: addresses.eth,
      note: 'x',
    });
    const changed = entryOf(answer);
    expect(changed).toMatchObject({
      name: 'Late',
      note: 'x',
      version: 2,
      added_by: 'key good',
      added_at,
      updated_at: '2026-01-02T03:05:05.000Z',
    });
    expect((await list('?search=late')).entries).toEqual([changed]);
    expect(
      (await replace({ id, version: 1, name: 'Old', network: 'eth', address: addresses.eth })).status,
    ).toBe(409);
    expect(dataOf(await remove({ id, version: 2 }))).toEqual({ result: 'success' });
    expect((await list()).count).toBe(0);
  });

  it.each(['replace', 'remove'] as const)(
    'refuses to %s an entry that another user changed meanwhile, and keeps that change',
    async (act) => {
      const first = await sign('good');
      const { id, version } = await first.add();
      const entry = { name: 'Theirs', network: 'eth', address: addresses.eth };
      expect((await (await sign('second')).replace({ id, version, ...entry })).status).toBe(200);
      const refused = await first[act](
        act === 'replace' ? { id, version, ...entry, name: 'Mine' } : { id, version },
      );
      expect(refused.status).toBe(409);
      expect(refused.json()).toMatchObject({
        error_code: 'request',
        error_message: expect.stringMatching(/^Someone else changed the entry “Theirs” first/),
      });
      expect(namesOf((await first.list()).entries)).toEqual(['Theirs']);
    },
  );

  it('changed by many at once is changed by one of them', async () => {
    const { add, replace, list } = await sign('good');
    const { id, version } = await add();
    const answers = await Promise.all(
      ['a', 'b', 'c'].map(async (name) =>
        replace({ id, version, name, network: 'eth', address: addresses.eth }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await list()).entries).toMatchObject([{ version: 2 }]);
  });
});

describe('cooling off', () => {
  it('is fixed when the entry is added, whatever becomes of the setting', async () => {
    const { add, setRules, list } = await sign('good');
    await setRules(false, 24);
    const { usable_from } = await add();
    expect(usable_from).toBe('2026-01-03T03:04:05.000Z');
    await setRules(false, 48);
    await setRules(false, 0);
    expect((await list()).entries).toMatchObject([{ usable_from }]);
    expect(await add({ address: addresses.otherEth })).toMatchObject({
      usable_from: '2026-01-02T03:04:05.000Z',
    });
  });

  it('starts a new waiting period with another address or network, and with nothing else', async () => {
    const { add, setRules, replace } = await sign('good');
    const entry = { name: 'Supplier', network: 'eth', address: addresses.eth };
    const { id } = await add();
    await setRules(false, 24);
    clock.advance({ minutes: 10 });
    const renamed = await replace({
      id,
      version: 1,
      ...entry,
      name: 'Other',
      address: addresses.eth.toLowerCase(),
    });
    expect(dataOf(renamed)).toMatchObject({ usable_from: '2026-01-02T03:04:05.000Z' });
    const moved = await replace({ id, version: 2, ...entry, network: 'bnb' });
    expect(dataOf(moved)).toMatchObject({ usable_from: '2026-01-03T03:14:05.000Z' });
    clock.advance({ minutes: 10 });
    const readdressed = await replace({
      id,
      version: 3,
      ...entry,
      network: 'bnb',
      address: addresses.otherEth,
    });
    expect(dataOf(readdressed)).toMatchObject({ usable_from: '2026-01-03T03:24:05.000Z' });
  });
});

describe('looking an address up', () => {
  it('says why a request to it would be refused', async () => {
    const { add, setRules } = await sign('good');
    const ask = async (address: string) => dataOf(await (await sign('reader')).lookup('eth', address));
    expect(await ask(addresses.eth)).toMatchObject({ entry: null, book_only: false, refusal: null });
    await setRules(true, 1);
    const entry = await add();
    expect(await ask(addresses.otherEth)).toMatchObject({
      entry: null,
      book_only: true,
      refusal: 'This address isn’t in the address book, and this account only allows saved addresses',
    });
    expect(await ask(addresses.eth)).toMatchObject({
      entry,
      book_only: true,
      refusal:
        'This address is in the address book as “Supplier”, but its waiting period ends at 2026-01-02 04:04:05 UTC',
    });
    clock.advance({ hours: 1 });
    expect(await ask(addresses.eth)).toMatchObject({ entry, book_only: true, refusal: null });
  });

  it('refuses anything but an address', async () => {
    const { lookup } = await sign('good');
    expect((await lookup('trx', addresses.eth)).json()).toMatchObject({
      code: '400',
      data: { address: `this is ${namesWithArticle(networksOfScheme('evm'))} address, not a Tron address` },
    });
  });
});
