import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { ProviderFaults } from '../src/testing-provider.ts';
import { endProcess } from './end-process.ts';
import { copyPrepared } from './prepared-data.ts';

/** A provider as a process of its own, with the small sandbox that was made at the start of the run. */
export type ProviderProcess = {
  /** The base of its interface. */
  url: string;
  /** From now on, it differs in these ways. */
  setFaults: (faults: Partial<ProviderFaults>) => void;
  stop: () => Promise<void>;
};

export async function startProvider(faults: Partial<ProviderFaults>): Promise<ProviderProcess> {
  const directory = copyPrepared('sandbox');
  const child = spawn(process.execPath, ['src/testing-provider.process.ts', JSON.stringify(faults)], {
    env: { ...process.env, DATA_DIR: directory },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: printed.toString().trim(),
    setFaults: (changed) => void child.stdin.write(`${JSON.stringify(changed)}\n`),
    stop: async () => {
      await endProcess(child);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
