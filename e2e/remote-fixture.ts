import { rmSync } from 'node:fs';
import type { ProviderFaults } from '../src/testing-provider.ts';
import { endProcess } from './end-process.ts';
import { freePort } from './free-port.ts';
import { copyPrepared } from './prepared-data.ts';
import { startProvider } from './provider-process.ts';
import { startServer } from './server-process.ts';
import { test as base } from './warm-test.ts';

/** A provider that knows only the published names, ignores most of them, and answers oddly. */
const faults: Partial<ProviderFaults> = {
  unpublishedParameters: 'ignored',
  ignoredParameters: [
    'offset',
    'sort_by',
    'sort_direction',
    'created_from',
    'created_to',
    'status',
    'direction',
  ],
  largestPage: { rows: 100, beyond: 'capped' },
  missingOperations: ['testKey', 'createWithdrawalRequest'],
  oddities: [
    'count as text',
    'user_id as a number',
    'empty error_code',
    'camel case errors',
    'bare withdrawals',
    'withdrawals with shortened addresses',
    'withdrawals without hash',
    'unrequested gzip',
    'byte order mark',
  ],
};

export type Remote = {
  url: string;
  /** Where the provider itself answers. */
  providerUrl: string;
  /** From now on, the provider differs in these ways. */
  setFaults: (faults: Partial<ProviderFaults>) => void;
};

async function startRemote(): Promise<Remote & { stop: () => Promise<void> }> {
  const directory = copyPrepared('migrated');
  const provider = await startProvider(faults);
  const port = String(await freePort());
  const console = await startServer({ PORT: port, DATA_DIR: directory, WALLET_API_URL: provider.url });
  return {
    url: `http://127.0.0.1:${port}`,
    providerUrl: provider.url,
    setFaults: provider.setFaults,
    stop: async () => {
      await Promise.all([endProcess(console), provider.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A test in front of a console with a provider of its own, which can be changed while it runs. */
export const test = base.extend<object, { remote: Remote }>({
  remote: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what is needed
    async ({}, use) => {
      const remote = await startRemote();
      await use(remote);
      await remote.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  origin: [async ({ remote }, use) => await use(remote.url), { scope: 'worker' }],
});
