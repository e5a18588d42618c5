import { rmSync } from 'node:fs';
import { afterEach, expect, inject, it, vi } from 'vitest';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import { createServerDatabase, type ServerDatabase } from '#database/testing-server.ts';
import { subjectOf } from './gateway/testing/aml-desk.ts';
import { AmlStandIn, answerWith, report } from './gateway/testing/aml-provider.ts';
import { type StandInProvider, startStandInProvider } from './gateway/testing/stand-in-provider.ts';
import { makeDataDirectory } from './testing-data-directory.ts';
import { addressOf, createKey, type RunningProgram, startProgram } from './testing-program.ts';

const serverUrl = process.env['TEST_DATABASE_URL'];
const own = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };

let folder: string;
let place: ServerDatabase | undefined;
let provider: StandInProvider | undefined;
let programs: RunningProgram[] = [];

afterEach(async () => {
  for (const { child } of programs) child.kill('SIGKILL');
  await Promise.all(programs.map(async ({ ended }) => ended));
  programs = [];
  await provider?.close();
  await place?.drop({ isForced: true });
  place = provider = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the program, for the first time or again, and signs in with the key, or with one that it makes. */
async function open(env: Record<string, string>, given?: string) {
  const token = given ?? (await createKey({ DATA_DIR: folder, ...env }));
  const program = startProgram({
    DATA_DIR: folder,
    AML_LEASE_SECONDS: '10',
    SANDBOX_AML_SECONDS: '2',
    ...env,
  });
  programs.push(program);
  const address = await addressOf(program);
  const signedIn = await fetch(`${address}/session`, {
    method: 'POST',
    headers: own,
    body: JSON.stringify({ token }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${address}/console/aml/checks${path}`, {
      headers: { ...own, cookie },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: unknown }).data;
  };
  return {
    token,
    start: async (index: number) => {
      const data = await ask('', { ...subjectOf(index), recent_days: 0 });
      return (data as { check: AmlCheck }).check;
    },
    /** The operations in the activity log. */
    auditLog: async () => {
      const answer = await fetch(`${address}/console/audit-log?limit=100`, { headers: { cookie } });
      const { data } = (await answer.json()) as { data: { entries: { operation: string }[] } };
      return data.entries.map(({ operation }) => operation);
    },
    list: async () => ((await ask('?limit=300')) as { checks: AmlCheck[] }).checks,
    kill: async () => {
      program.child.kill('SIGKILL');
      await program.ended;
    },
  };
}

async function untilAllFinished(list: () => Promise<AmlCheck[]>): Promise<AmlCheck[]> {
  return await vi.waitFor(
    async () => {
      const checks = await list();
      expect(checks.map(({ state }) => state)).toEqual(checks.map(() => 'finished'));
      return checks;
    },
    { timeout: 170_000, interval: 200 },
  );
}

// What waits is stored the same way on both.
it.each(process.env['LONG_TESTS'] === '1' ? (['pglite', 'postgres'] as const) : (['pglite'] as const))(
  'ten checks that wait when the process is killed are there afterwards, each for one check, on %s',
  { timeout: 300_000 },
  async (kind) => {
    if (kind === 'postgres' && serverUrl === undefined) return;
    folder = makeDataDirectory(kind === 'pglite' ? 'sandbox' : 'migrated');
    if (kind === 'postgres') place = await createServerDatabase(serverUrl ?? '', inject('migratedOnServer'));
    const env: Record<string, string> = place === undefined ? {} : { DATABASE_URL: place.url };
    const before = await open(env, kind === 'pglite' ? 'sandbox-compliance' : undefined);
    await before.start(0);
    const [first] = await untilAllFinished(before.list);
    const left = Number(first?.checks_left);
    const started = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => before.start(index + 1)),
    );
    await before.kill();
    // On a busy machine a report may be there before the start is answered.
    for (const { state } of started) expect(['waiting', 'finished']).toContain(state);

    const after = await open(env, before.token);
    const finished = await untilAllFinished(after.list);
    expect(finished).toHaveLength(11);
    // Requests that the gateway sends on its own belong to no user.
    const operations = await after.auditLog();
    const others = new Set(['openSession', 'createKey']);
    expect(operations.filter((each) => !others.has(each))).toEqual(
      Array.from({ length: 11 }, () => 'startAmlCheck'),
    );
    const uids = new Set([first, ...started].map((check) => check?.uid));
    expect(new Set(finished.map(({ uid }) => uid))).toEqual(uids);
    expect(Math.min(...finished.map((check) => Number(check.checks_left)))).toBe(left - 10);
  },
);

it(
  'a check that is being asked for when the process is killed is lost, says so, and is asked for once',
  { timeout: 120_000 },
  async () => {
    folder = makeDataDirectory('migrated');
    provider = await startStandInProvider();
    const aml = new AmlStandIn();
    provider.respond = aml.respond;
    aml.onAsk = () => undefined;
    const env = {
      WALLET_API_URL: provider.url.href,
      WALLET_API_TIMEOUT_SECONDS: '3',
      AML_LEASE_SECONDS: '5',
    };
    const before = await open(env, 'good');
    const asking = before.start(1).catch(() => undefined);
    await vi.waitFor(() => expect(aml.asked).toHaveLength(1));
    await before.kill();
    await asking;

    aml.onAsk = answerWith(report());
    const after = await open(env, 'good');
    await vi.waitFor(
      async () => {
        expect(await after.list()).toMatchObject([{ state: 'lost', uid: null, can_resume: false }]);
      },
      { timeout: 60_000, interval: 500 },
    );
    const [lost] = await after.list();
    expect(lost?.failure?.message).toMatch(/^The console stopped before .* A check may have been spent/);
    expect(aml.asked).toHaveLength(1);
  },
);
