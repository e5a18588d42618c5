import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import type { TestProject } from 'vitest/node';
import { type DatabaseConfig, openDatabase } from '#database/database.ts';
import { provideDirectories, provideOnServer } from '#database/testing-migrated.ts';
import { createServerDatabase } from '#database/testing-server.ts';
import { now } from '#domain/clock.ts';
import { createJobs } from '#jobs/jobs.ts';
import { createHttpApp } from '#http/http-app.ts';
import { registerGateway } from './gateway/gateway.ts';
import { prepareAddresses } from './service/addresses/prepare-addresses.ts';
import { seedSandbox } from './service/sandbox/seed-sandbox.ts';
import { sandboxKeys } from './service/sandbox/sandbox-keys.ts';
import { registerService } from './service/service.ts';
import {
  noFaults,
  type ProviderFaults,
  startTestingProvider,
  type TestingProvider,
} from './testing-provider.ts';
import { rememberReads } from './testing-remembered-reads.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with the library's.
  interface ProvidedContext {
    remoteConsole: { controlUrl: string; token: string };
  }
}

/**
 * A console in front of the stand-in provider, for tests of what the dashboard reads there. A POST of faults to
 * `controlUrl`, with a path of the test file’s own, starts a gateway that knows nothing yet of the provider, and answers
 * with its address.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(tmpdir(), 'wallet-console-remote-'));
  const open = async (name: string) => {
    const { config, drop } = await makePlace(project, join(directory, name));
    const { db, close } = await openDatabase(config);
    const remove = async () => {
      await close();
      await drop();
    };
    return { db, remove };
  };
  const [there, here] = [await open('provider'), await open('console')];
  await prepareAddresses(there.db, { dataDirectory: directory, isSandbox: true });
  await seedSandbox(there.db, { size: 'sketch' });
  const service = createHttpApp({});
  registerService(service, { db: there.db, allowSandboxKeys: true });
  const remembering = rememberReads(service).service;

  // Test files run at the same time: each has a provider and a gateway of its own.
  const consoles = new Map<string, { provider: TestingProvider; gateway: FastifyInstance }>();
  const startGateway = async (file: string, faults: Partial<ProviderFaults>): Promise<string> => {
    const before = consoles.get(file);
    await before?.gateway.close();
    const provider = before?.provider ?? (await startTestingProvider(remembering));
    provider.faults = { ...noFaults, ...faults };
    for (const table of ['provider_capabilities', 'provider_looks'] as const) {
      await here.db.deleteFrom(table).where('provider', '=', provider.url.href).execute();
    }
    const gateway = createHttpApp({});
    registerGateway(gateway, {
      jobs: createJobs((error) => {
        throw error;
      }),
      db: here.db,
      now,
      provider: { kind: 'remote', url: provider.url },
      mode: 'remote',
      deposits: 'provider',
      sandboxKeys: [],
      settings: {
        sessionSecret: 'a secret of the tests, long enough',
        providerLookDelayMs: Number.POSITIVE_INFINITY,
      },
    });
    consoles.set(file, { provider, gateway });
    return await gateway.listen({ port: 0, host: '127.0.0.1' });
  };
  const control = createServer((request, response) => {
    void (async () => {
      const faults = (await json(request)) as Partial<ProviderFaults>;
      response.end(JSON.stringify({ url: await startGateway(request.url ?? '', faults) }));
    })();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => control.once('listening', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: it listens on a port.
  const { port } = control.address() as AddressInfo;
  project.provide('remoteConsole', {
    controlUrl: `http://127.0.0.1:${port}`,
    token: sandboxKeys[0]?.token ?? '',
  });

  return async () => {
    control.close();
    for (const { gateway, provider } of consoles.values()) {
      await gateway.close();
      await provider.close();
    }
    await service.close();
    await Promise.all([there.remove(), here.remove()]);
    rmSync(directory, { recursive: true, force: true });
  };
}

/** What the dashboard reads is the same on both databases: on the server, where there is one, in a third of the time. */
async function makePlace(
  project: TestProject,
  directory: string,
): Promise<{ config: DatabaseConfig; drop: () => Promise<void> }> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  if (serverUrl !== undefined) {
    const { url, drop } = await createServerDatabase(serverUrl, await provideOnServer(project, serverUrl));
    return { config: { kind: 'postgres', url }, drop };
  }
  cpSync((await provideDirectories(project)).migrated, directory, { recursive: true });
  return { config: { kind: 'pglite', directory }, drop: async () => {} };
}
