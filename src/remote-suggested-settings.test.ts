import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commonParameterNames } from '#contract/list-parameter-names.ts';
import { type ProviderCapabilities, readCapabilities } from '#contract/gateway/capabilities.ts';
import { ignoredParametersHeader } from '#contract/gateway/ignored-parameters.ts';
import { suggestSettings } from '#contract/gateway/suggested-settings.ts';
import { isRestricting, type ParameterMeaning } from '#contract/list-parameters.ts';
import type { Operation } from '#contract/operation.ts';
import { listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { useTestDatabase } from '#database/testing.ts';
import { createHttpApp } from '#http/http-app.ts';
import { parseConfig } from './config.ts';
import { secret, setUpGateways } from './gateway/testing/gateway-harness.ts';
import { prepareAddresses } from './service/addresses/prepare-addresses.ts';
import { sandboxKeys } from './service/sandbox/sandbox-keys.ts';
import { seedSandbox } from './service/sandbox/seed-sandbox.ts';
import { registerService } from './service/service.ts';
import { type ProviderFaults, startTestingProvider, type TestingProvider } from './testing-provider.ts';

// The provider knows every parameter by a common name that isn't ours.

const there = useTestDatabase();
const here = useTestDatabase();
const startGateway = setUpGateways(here);
const lists: readonly Operation[] = [
  listWallets,
  listTransactions,
  listExchangeTransactions,
  listWithdrawalRequests,
];
const token = sandboxKeys[0]?.token ?? '';
const directory = mkdtempSync(join(tmpdir(), 'wallet-console-suggested-'));
const service = createHttpApp({});
let provider: TestingProvider | undefined;

beforeAll(() => registerService(service, { db: there.db, allowSandboxKeys: true }));
afterEach(async () => provider?.close());
afterAll(async () => {
  await service.close();
  rmSync(directory, { recursive: true, force: true });
});

const theirNames = Object.fromEntries(
  Object.entries(commonParameterNames).map(([name, others]) => [name, others[1]]),
);

type Row = Record<string, unknown>;
type Query = Record<string, string>;

function rowsIn({ rows }: Operation, body: string): Row[] {
  const { data } = JSON.parse(body) as { data: Record<string, Row[]> };
  return data[rows?.key ?? ''] ?? [];
}

async function ownRows(operation: Operation, query: Query): Promise<Row[]> {
  const { body } = await service.inject({ method: 'GET', path: operation.path, query, headers: { token } });
  return rowsIn(operation, body);
}

/** A console in front of the provider with these settings, signed in. */
async function openConsole(url: URL, WALLET_API_PARAMETERS = '', lookDelayMs = Number.POSITIVE_INFINITY) {
  const { WALLET_API_PARAMETERS: parameters } = parseConfig({
    WALLET_API_URL: url.href,
    WALLET_API_PARAMETERS,
  });
  const gateway = await startGateway({
    mode: 'remote',
    deposits: 'provider',
    provider: { kind: 'remote', url, parameters },
    settings: { sessionSecret: secret, providerLookDelayMs: lookDelayMs },
  });
  return (await gateway.open(token)).get;
}

async function lookedAt(url: URL, settings = ''): Promise<ProviderCapabilities> {
  const get = await openConsole(url, settings, 0);
  const find = async () => {
    const { body } = await get(readCapabilities.path);
    return (JSON.parse(body) as { data: { found: ProviderCapabilities } }).data.found;
  };
  await expect.poll(async () => (await find()).looked_at, { timeout: 60_000 }).not.toBeNull();
  return await find();
}

/** A value of the parameter that tells rows apart, taken from them. */
function valueFor(meaning: ParameterMeaning, rows: readonly Row[]): string {
  const middle = rows[Math.floor(rows.length / 2)] ?? {};
  switch (meaning.kind) {
    case 'equals':
      return String(middle[meaning.field]);
    case 'contains':
      return String(middle[meaning.fields[0] ?? '']);
    case 'holds':
      return 'ETH';
    case 'from':
    case 'to':
      return String(middle[meaning.field])
        .replace(' ', 'T')
        .replace(/\+00$|(?<=\.\d{6})$/, 'Z');
    case 'direction':
      return 'asc';
    case 'limit':
    case 'offset':
    case 'sort':
    default:
      return '2';
  }
}

function queriesOf(
  { rows: { parameters = {} } = { key: '', schema: listWallets.rows.schema } }: Operation,
  rows: readonly Row[],
) {
  return Object.entries(parameters).flatMap(([name, meaning]): Query[] => {
    if (meaning.kind === 'sort') {
      return Object.keys(meaning.by).map((value) => ({ [name]: value, sort_direction: 'asc' }));
    }
    return [{ [name]: valueFor(meaning, rows) }];
  });
}

// That names are found in front of both, the dashboard’s test of capabilities says.
const unknownNames = ['ignored', 'refused'] as const;

describe.each(process.env['LONG_TESTS'] === '1' ? unknownNames : unknownNames.slice(0, 1))(
  'with parameters renamed to common names, and ours %s',
  (unpublishedParameters) => {
    it(
      'makes every filter and sort order of every list work with the suggested settings',
      { timeout: 180_000 },
      async () => {
        await prepareAddresses(there.db, { dataDirectory: directory, isSandbox: true });
        await seedSandbox(there.db, { size: 'sketch' });
        const faults: Partial<ProviderFaults> = { unpublishedParameters, parameterNames: theirNames };
        provider = await startTestingProvider(service, faults);
        const { url } = provider;
        const { parameters: suggested } = suggestSettings(await lookedAt(url));
        expect(JSON.stringify(suggested)).not.toContain('""');

        const get = await openConsole(url, JSON.stringify(suggested));
        const differing: object[] = [];
        for (const list of lists) {
          const all = await ownRows(list, { limit: '100' });
          for (const query of queriesOf(list, all)) {
            const answer = await get(`${list.path}?${new URLSearchParams(query).toString()}`);
            const [rows, expected] = [rowsIn(list, answer.body), await ownRows(list, query)];
            const isHonored = JSON.stringify(rows) === JSON.stringify(expected) && rows.length > 0;
            const ignored = answer.headers[ignoredParametersHeader];
            if (!isHonored || ignored !== undefined) differing.push({ list: list.id, query, ignored });
          }
          const filters = Object.entries(list.rows?.parameters ?? {}).filter(([, meaning]) =>
            isRestricting(meaning),
          );
          expect(filters.length).toBeGreaterThan(4);
        }
        expect(differing).toEqual([]);
        // With the new names, the next look finds nothing more to rename.
        expect(suggestSettings(await lookedAt(url, JSON.stringify(suggested))).parameters).toBeNull();
      },
    );
  },
);
