import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { accountPrefix } from '#contract/account-path.ts';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, setUpGateways } from './gateway/testing/gateway-harness.ts';
import { addToAccount, addUser } from './gateway/users/testing-users.ts';

const database = useTestDatabase();
const startGateway = setUpGateways(database);
const network = 'eth';
const keys = ['good', 'other'] as const;
type Key = (typeof keys)[number];
/** Of each account, a user who has only that one, and one who has both. */
const acting = keys.flatMap((key) => [
  { key, hasBoth: false },
  { key, hasBoth: true },
]);
const act = fc.record({
  by: fc.constantFrom(...acting),
  kind: fc.constantFrom('view', 'entry', 'note'),
  name: fc.stringMatching(/^[a-z]{12}$/),
  address: fc.stringMatching(/^0x[1-9a-f]{40}$/),
});

it(
  'two accounts never see each other’s views, saved addresses, notes or activity',
  { timeout: 120_000 },
  async () => {
    const gateway = await startGateway({ provider: makeTinyService(...keys) });
    const users = { good: await addUser(database), other: await addUser(database, { apiKey: 'other' }) };
    const both = await addUser(database);
    const other = { apiKey: 'other', accountId: users.other.accountId, roles: ['administrator'] };
    await addToAccount(database, { userId: both.userId, ...other });
    type Acting = { key: Key; hasBoth: boolean };
    const ask = async ({ key, hasBoth }: Acting, path: string, method = 'GET', body?: object) => {
      const prefix = hasBoth ? accountPrefix(users[key].accountId) : '';
      const { headers } = hasBoth ? both : users[key];
      return gateway.send(prefix + path, { method, body, headers });
    };
    const marked: Record<Key, string[]> = { good: [], other: [] };
    const everyAddress = new Set<string>();
    const requests = {
      view: [
        '/console/views',
        'POST',
        (name: string) => ({ list: 'wallets', name, search: 'status=active' }),
      ],
      entry: [
        '/console/address-book',
        'POST',
        (name: string, address: string) => ({ network, address, name }),
      ],
      note: [
        '/console/wallet-notes',
        'PUT',
        (note: string, address: string) => ({ address, version: 0, note, tags: [] }),
      ],
    } as const;

    /** What each of them reads, notes only of these addresses. */
    const expectOwnAlone = async (addresses: Iterable<string>, expected: Record<Key, string[]>) => {
      for (const by of acting) {
        const { key } = by;
        const others = keys.filter((each) => each !== key).flatMap((each) => marked[each]);
        const lists = [
          '/console/views?list=wallets',
          '/console/address-book?limit=300',
          '/console/audit-log?limit=300',
          '/console/users',
          '/console/roles',
          ...Array.from(addresses, (address) => `/console/wallet-notes?address=${address}`),
        ];
        const bodies = await Promise.all(lists.map(async (path) => (await ask(by, path)).body));
        expect(others.filter((mark) => bodies.some((body) => body.includes(mark)))).toEqual([]);
        expect(expected[key].filter((mark) => !bodies.some((body) => body.includes(mark)))).toEqual([]);
      }
    };

    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
        const expected: Record<Key, string[]> = { good: [], other: [] };
        const addresses = new Set<string>();
        for (const { by, kind, name, address } of acts) {
          const [path, method, bodyOf] = requests[kind];
          const answer = await ask(by, path, method, bodyOf(`${name}${by.key}`, address));
          // Two may have the same name or address by chance.
          if (answer.status !== 200) continue;
          marked[by.key].push(`${name}${by.key}`);
          expected[by.key].push(`${name}${by.key}`);
          addresses.add(address);
          everyAddress.add(address);
        }
        await expectOwnAlone(addresses, expected);
      }),
      { numRuns: 10 },
    );
    await expectOwnAlone(everyAddress, marked);
    for (const by of keys) expect(marked[by].length).toBeGreaterThan(0);
  },
);
