// A provider as a process of its own, for the browser tests and for trying the console in front of one:
//
//   node src/testing-provider.process.ts '{"unpublishedParameters":"ignored"}' [port]
//
// It serves the sandbox's account, with the sandbox's keys, and prints its base URL: from a temporary database, or from the
// data directory of a sandbox in DATA_DIR. A line of JSON on its standard input replaces the faults while it runs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openDatabase } from '#database/database.ts';
import { migrate } from '#database/migrate.ts';
import { createHttpApp } from '#http/http-app.ts';
import { createJobs } from '#jobs/jobs.ts';
import { prepareAddresses } from './service/addresses/prepare-addresses.ts';
import { amlJob } from './service/aml/checks/aml.job.ts';
import { ensureStarterLabels } from './service/aml/labels/starter-labels.ts';
import { seedSandbox } from './service/sandbox/seed-sandbox.ts';
import { registerService } from './service/service.ts';
import { noFaults, type ProviderFaults, startTestingProvider } from './testing-provider.ts';

const [faults = '{}', port = '0'] = process.argv.slice(2);
const given = process.env['DATA_DIR'];
const directory = given ?? mkdtempSync(join(tmpdir(), 'wallet-console-provider-'));
const { db, close } = await openDatabase({ kind: 'pglite', directory });
await migrate(db);
await prepareAddresses(db, { dataDirectory: directory, isSandbox: true });
await ensureStarterLabels(db);
await seedSandbox(db, { size: 'sketch' });

const service = createHttpApp({});
registerService(service, { db, allowSandboxKeys: true });
const jobs = createJobs((error) => process.stderr.write(`${String(error)}\n`));
jobs.add(amlJob(db));
jobs.start();
const provider = await startTestingProvider(
  service,
  JSON.parse(faults) as Partial<ProviderFaults>,
  Number(port),
);
process.stdout.write(`${provider.url.href}\n`);
createInterface(process.stdin).on('line', (line) => {
  provider.faults = { ...noFaults, ...(JSON.parse(line) as Partial<ProviderFaults>) };
});

process.once('SIGTERM', () => {
  void (async () => {
    await provider.close();
    await jobs.stop();
    await service.close();
    await close();
    if (given === undefined) rmSync(directory, { recursive: true, force: true });
    process.exit(0);
  })();
});
