import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, expect, inject, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { makeDataDirectory } from './testing-data-directory.ts';
import { addressOf, runCommand, startProgram } from './testing-program.ts';

const directory = makeDataDirectory('keyed');

afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** What `npm run audit-log:verify` prints, and its exit code. */
async function verify(settings: Record<string, string> = {}) {
  const env = { DATA_DIR: directory, SANDBOX: 'off', ...settings };
  return await runCommand('src/audit-log-verify.command.ts', [], env);
}

async function change(statement: string): Promise<void> {
  const database = await openDatabase({ kind: 'pglite', directory });
  try {
    await sql.raw(statement).execute(database.db);
  } finally {
    await database.close();
  }
}

it(
  'names the row in which one byte was changed, and the last one when it was removed, with exit code 1',
  { timeout: 180_000 },
  async () => {
    const env = { DATA_DIR: directory, SANDBOX: 'off' };
    const token = inject('preparedKey');
    const server = startProgram(env);
    const address = await addressOf(server);
    for (const name of ['Till', 'Reserve']) {
      const made = await fetch(`${address}/api/prod/v1/wallets`, {
        method: 'POST',
        headers: { token, 'content-type': 'application/json' },
        body: JSON.stringify({ name, network: 'trx', type: 'user' }),
      });
      expect(made.status).toBe(200);
    }
    server.child.kill('SIGKILL');
    await server.ended;

    const whole = await verify();
    expect(whole).toMatchObject({ code: 0, err: '' });
    expect(whole.out).toMatch(
      /^acc_[\da-f]{24}: \d entries, head [\da-f]{64}\nregister of activity logs: 1 entries, head [\da-f]{64}\nThe activity log is complete and unchanged/,
    );
    // The activity log works the same with a remote provider.
    expect(await verify({ WALLET_API_URL: 'https://provider.example/api' })).toMatchObject({ code: 0 });

    const ofAccount = `account_id <> ''`;
    // The first of the wallet, after the key that was made before the start and the one that the start made.
    const fifth = `${ofAccount} and sequence = 5`;
    await change(`update audit_log_entries set subject = 'Tell' where ${fifth}`);
    const changed = await verify();
    expect(changed.code).toBe(1);
    expect(changed.err).toMatch(
      /^1 difference:\n {2}acc_[\da-f]{24}: entry 5 \(2\d{3}-\S+Z, createWallet\) was changed: .*\n$/,
    );

    await change(`update audit_log_entries set subject = 'Till' where ${fifth}`);
    const last = `select max(sequence) from audit_log_entries where ${ofAccount}`;
    await change(`delete from audit_log_entries where ${ofAccount} and sequence = (${last})`);
    const cut = await verify();
    expect(cut.code).toBe(1);
    expect(cut.err).toMatch(/^1 difference:\n {2}acc_\S+: entry \d is missing, recorded after 2\S+Z\n$/);
  },
);
