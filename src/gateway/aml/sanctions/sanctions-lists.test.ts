import { beforeEach, describe, expect, it } from 'vitest';
import type { LoadedSanctionsList } from '#contract/gateway/sanctions-lists.ts';
import { permissions } from '#contract/permissions.ts';
import { networksOfScheme } from '#domain/networks.ts';
import { useTestDatabase } from '#database/testing.ts';
import { dataOf, subjectOf } from '../../testing/aml-desk.ts';
import {
  makeTinyService,
  type RunningGateway,
  setUpGateways,
  TestClock,
  type TinyService,
} from '../../testing/gateway-harness.ts';
import { fromOwnPage } from '../../testing/http-client.ts';

const database = useTestDatabase();
const startGateway = setUpGateways(database);
const path = '/console/aml/sanctions-lists';
const tron = 'TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi';
const bitcoin = 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh';
const { value: ethereum } = subjectOf(1);

let clock: TestClock;
let provider: TinyService;
let gateway: RunningGateway;

beforeEach(async () => {
  clock = new TestClock();
  provider = makeTinyService('good', 'other');
  gateway = await startGateway({ provider, now: clock.now });
});

async function open(token = 'good') {
  const { cookie, get } = await gateway.open(token);
  const ask = async (method: string, body: object) =>
    gateway.send(path, { method, headers: { ...fromOwnPage, cookie }, body });
  return {
    get,
    load: async (text: string, more: object = {}) =>
      ask('POST', { name: 'OFAC SDN', date: '2026-01-01', text, ...more }),
    remove: async (list: { name: string; id: string }) =>
      ask('DELETE', { name: list.name, list_id: list.id }),
    lists: async () => (dataOf(await get(path)) as { lists: LoadedSanctionsList[] }).lists,
  };
}

/** What is stored of the lists that are loaded. */
const stored = async () =>
  await database.db
    .selectFrom('sanctions_entries')
    .select(['network', 'address', 'entity'])
    .orderBy('network')
    .execute();

type Stored = { network: string; address: string; entity: string };

const byNetwork = (...rows: Stored[]) => rows.toSorted((a, b) => (a.network < b.network ? -1 : 1));
const onEvmNetworks = (address: string, entity: string) =>
  networksOfScheme('evm').map((network): Stored => ({ network, address, entity }));

describe('a list of addresses', () => {
  it('is loaded one address a line, with comments, and an EVM address counts once for all its networks', async () => {
    const desk = await open();
    const answer = await desk.load(
      `# a comment\r\n${tron}\r\n\r\n ${ethereum}\n${bitcoin.toUpperCase()}\n${tron}`,
    );
    expect(dataOf(answer)).toMatchObject({
      list: {
        name: 'OFAC SDN',
        date: '2026-01-01',
        entries: 3,
        loaded_at: '2026-01-02T03:04:05.000Z',
        loaded_by: 'key good',
      },
      replaced: null,
    });
    expect(await stored()).toEqual(
      byNetwork(
        { network: 'btc', address: bitcoin, entity: '' },
        { network: 'trx', address: tron, entity: '' },
        ...onEvmNetworks(ethereum, ''),
      ),
    );
    expect(await desk.lists()).toMatchObject([{ name: 'OFAC SDN', entries: 3 }]);
  });

  it.each([
    [
      'with a header in another order',
      `entity,network,address\n"Group, ""A""",eth,${ethereum}\n,trx,${tron}`,
    ],
    ['without a header', `eth,${ethereum},"Group, ""A"""\ntrx,${tron}`],
    ['with semicolons', `network;address;entity\neth;${ethereum};"Group, ""A"""\ntrx;${tron}`],
  ])('is loaded as CSV %s', async (_what, text) => {
    const desk = await open();
    expect(dataOf(await desk.load(text))).toMatchObject({ list: { entries: 2 } });
    expect(await stored()).toEqual(
      byNetwork({ network: 'trx', address: tron, entity: '' }, ...onEvmNetworks(ethereum, 'Group, "A"')),
    );
  });

  it('replaces the one of its name and leaves the others', async () => {
    const desk = await open();
    await desk.load(tron);
    await desk.load(bitcoin, { name: 'EU' });
    clock.advance({ minutes: 10 });
    const answer = dataOf(await desk.load(`${ethereum}\n${tron}`, { date: '2026-01-02' }));
    expect(answer).toMatchObject({ list: { entries: 2 }, replaced: { date: '2026-01-01', entries: 1 } });
    expect(await desk.lists()).toMatchObject([
      { name: 'EU', entries: 1 },
      { name: 'OFAC SDN', date: '2026-01-02', entries: 2 },
    ]);
    const rows = await stored();
    expect(rows.filter(({ network }) => network === 'trx')).toHaveLength(1);
  });

  it('is removed, but not by a user who saw the one that it has replaced', async () => {
    const desk = await open();
    await desk.load(tron);
    const [first] = await desk.lists();
    if (first === undefined) throw new Error('There is no list.');
    await desk.load(bitcoin);
    expect((await desk.remove(first)).status).toBe(404);
    const [second] = await desk.lists();
    expect((await desk.remove({ name: 'OFAC SDN', id: second?.id ?? '' })).status).toBe(200);
    expect(await desk.lists()).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  it('belongs to one account: another account has neither seen nor removed it', async () => {
    const desk = await open();
    await desk.load(tron);
    const [list] = await desk.lists();
    const other = await open('other');
    expect(await other.lists()).toEqual([]);
    expect((await other.remove({ name: 'OFAC SDN', id: list?.id ?? '' })).status).toBe(404);
    expect(dataOf(await other.load(bitcoin))).toMatchObject({ replaced: null });
    expect(await desk.lists()).toHaveLength(1);
  });

  it('is loaded and removed only by a key that may screen, and read by any', async () => {
    const desk = await open();
    await desk.load(tron);
    const [list] = await desk.lists();
    provider.describeKey = async () => ({
      accountId: 'account of good',
      keyName: 'Reader',
      permissions: permissions.filter((permission) => permission !== 'aml:check'),
    });
    const reader = await open();
    for (const refused of [
      await reader.load(bitcoin),
      await reader.remove({ name: 'OFAC SDN', id: list?.id ?? '' }),
    ]) {
      expect(refused.status).toBe(400);
      expect(refused.body).toContain('aml:check');
    }
    expect(await reader.lists()).toMatchObject([{ name: 'OFAC SDN', entries: 1 }]);
  });

  it('appears in the activity log by its name when it is loaded and removed', async () => {
    const desk = await open();
    await desk.load(tron);
    const [list] = await desk.lists();
    await desk.remove({ name: 'OFAC SDN', id: list?.id ?? '' });
    const { entries } = dataOf(await desk.get('/console/audit-log?sort_direction=asc')) as {
      entries: { operation: string; subject: string; status: string }[];
    };
    expect(entries.slice(1)).toMatchObject([
      { operation: 'loadSanctionsList', subject: 'OFAC SDN', status: 'completed' },
      { operation: 'removeSanctionsList', subject: 'OFAC SDN', status: 'completed' },
    ]);
  });
});

describe('a file with wrong lines', () => {
  it('is not loaded at all, each wrong line is named, and the list before it stays', async () => {
    const desk = await open();
    await desk.load(tron);
    const answer = await desk.load(`${bitcoin}\nnobody\n${tron.slice(0, -1)}x\n${'a'.repeat(64)}`);
    expect(answer.status).toBe(400);
    expect(dataOf(answer)).toEqual({
      'line 2': '“nobody”: not a valid address or transaction ID',
      'line 3': expect.stringContaining('checksum'),
      'line 4': expect.stringContaining('this is a transaction ID, not an address'),
    });
    expect(await stored()).toEqual([{ network: 'trx', address: tron, entity: '' }]);
  });

  it.each([
    ['an unknown network', `network,address\nxrp,${tron}`, 'network “xrp” is unknown'],
    ['the wrong network', `network,address\neth,${tron}`, 'this is a Tron address'],
    ['an open quotation mark', `network,address,entity\ntrx,${tron},"Group`, 'quotation mark'],
    ['more columns than the header', `network,address\ntrx,${tron},Group`, 'has 3 columns'],
    ['no address', 'network,address,entity\ntrx,,Group', 'the address is missing'],
    ['control characters', `network,address,entity\ntrx,${tron},a\u202eb`, 'control characters'],
    ['a terminal’s escapes', `\u001B[2J${tron}\n`, '?[2J'],
    ['a line that is too long', `${tron}\n${'1'.repeat(100_000)}`, '1000 characters'],
    ['the bytes of a picture', '\u0000\uFFFD\u0001PNG', ''],
  ])('names %s', async (_what, text, reason) => {
    const desk = await open();
    const answer = await desk.load(text);
    expect(answer.status).toBe(400);
    expect(Object.values(dataOf(answer) as Record<string, string>)).toEqual([
      expect.stringContaining(reason),
    ]);
    expect(answer.body).not.toMatch(/\\u0000|\\u001b/i);
    expect(await stored()).toEqual([]);
  });

  it('with very many of them names the first thousand and counts the rest', async () => {
    const desk = await open();
    const answer = await desk.load('nobody\n'.repeat(1500));
    const named = dataOf(answer) as Record<string, string>;
    expect(Object.keys(named)).toHaveLength(1001);
    expect(named['more']).toBe('500 more lines are invalid');
  });

  it.each([
    ['no address', '# nothing\n\n', {}, 'text'],
    ['no name', tron, { name: ' ' }, 'name'],
    ['a date that is none', tron, { date: '2026-02-30' }, 'date'],
    ['a date to come', tron, { date: '2026-01-05' }, 'date'],
  ])('is refused with %s', async (_what, text, more, field) => {
    const answer = await (await open()).load(text, more);
    expect(answer.status).toBe(400);
    expect(dataOf(answer)).toHaveProperty(field);
  });

  it('that is larger than a list can be is refused with the limit', async () => {
    const { cookie } = await gateway.open('good');
    const answer = await gateway.app.inject({
      method: 'POST',
      url: path,
      headers: { ...fromOwnPage, cookie },
      payload: { text: '1'.repeat(18 * 1024 * 1024) },
    });
    expect(answer.statusCode).toBe(413);
    expect(answer.body).toContain('16649 KiB');
  });
});

it('loads 100,000 addresses within a minute, and keeps answering in the meantime', async () => {
  const desk = await open();
  const text = Array.from({ length: 100_000 }, (_, index) => subjectOf(index).value).join('\n');
  const started = performance.now();
  const loading = desk.load(text);
  expect((await gateway.send('/healthz')).status).toBe(200);
  expect(dataOf(await loading)).toMatchObject({ list: { entries: 100_000 } });
  expect(performance.now() - started).toBeLessThan(60_000);
}, 120_000);

it.each([
  ['a header of a million columns', () => `${'a,'.repeat(1_000_000)}address\n${`${tron}\n`.repeat(20_000)}`],
  ['one line of 16 MB', () => '","'.repeat(2_500_000)],
  ['line breaks alone', () => '\r'.repeat(8_000_000)],
])('answers within seconds to %s', async (_what, hostile) => {
  const desk = await open();
  const text = hostile();
  const started = performance.now();
  expect((await desk.load(text)).status).toBe(400);
  expect(performance.now() - started).toBeLessThan(10_000);
});
