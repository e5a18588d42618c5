import { rmSync } from 'node:fs';
import { endProcess } from './end-process.ts';
import { copyPrepared, prepareSandbox, prepareTables, removePrepared } from './prepared-data.ts';
import { startServer } from './server-process.ts';

/** Starts the console of most tests, and meanwhile makes the sandbox that servers of single files and tests copy. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls it
export default async function startServers(): Promise<() => Promise<void>> {
  await prepareTables();
  const [console] = await Promise.all([startSharedConsole(), prepareSandbox()]);
  return async () => {
    removePrepared();
    await console.stop();
  };
}

async function startSharedConsole(): Promise<{ stop: () => Promise<void> }> {
  const directory = copyPrepared('migrated');
  const settings = {
    // Named by playwright.config.ts, like the pages' address.
    PORT: process.env['E2E_PORT'] ?? '',
    DATA_DIR: directory,
    // Nothing may change but what the tests change.
    // Nor does the AML library hold anything but what they check: many count what nobody has decided on.
    SANDBOX_TRAFFIC: 'off',
    SANDBOX_AML: 'off',
    SANDBOX_AML_SECONDS: '2',
    // However long a test takes, a new request can still be deleted. Payments have a server of their own.
    WITHDRAWAL_DELAY_SECONDS: '600',
  };
  const child = await startServer(settings, { nodeOptions: [] });
  return {
    stop: async () => {
      await endProcess(child);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
