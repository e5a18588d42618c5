import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { insertAccount } from './keys/accounts.store.ts';
import { setUpCommands } from './testing-commands.ts';

// Two of the commands are processes of their own.
vi.setConfig({ testTimeout: 120_000 });

const { run, start, onDatabase } = setUpCommands();
const file = '../audit-log-verify.command.ts';

async function change(statement: string): Promise<void> {
  await onDatabase(async (db) => await sql.raw(statement).execute(db));
}

// What verifying finds is tested by audit-log-verify.test.ts, and after a crash by crash.program.test.ts.
it('names the row in which one byte was changed, and the last one when it was removed, with exit code 1', async () => {
  await onDatabase(async (db) => await insertAccount(db, 'Main account'));
  for (const name of ['Till', 'Reserve']) {
    const made = await run('../keys.command.ts', ['create', '--name', name, '--permissions', 'all']);
    expect(made).toMatchObject({ code: 0, err: '' });
  }

  const whole = await run(file, []);
  expect(whole).toMatchObject({ code: 0, err: '' });
  expect(whole.out).toMatch(
    /^acc_[\da-f]{24}: 4 entries, head [\da-f]{64}\nregister of activity logs: 1 entries, head [\da-f]{64}\nThe activity log is complete and unchanged/,
  );
  // The activity log works the same with a remote provider.
  const remote = await run(file, [], { WALLET_API_URL: 'https://provider.example/api' });
  expect(remote).toMatchObject({ code: 0 });

  const ofAccount = `account_id like 'acc_%'`;
  // The first of the second key.
  const third = `${ofAccount} and sequence = 3`;
  await change(`update audit_log_entries set subject = replace(subject, 'key_', 'kex_') where ${third}`);
  // As processes, which end with the code.
  const changed = await start(file, []);
  expect(changed.code).toBe(1);
  expect(changed.err).toMatch(
    /^1 difference:\n {2}acc_[\da-f]{24}: entry 3 \(2\d{3}-\S+Z, createKey\) was changed: .*\n$/,
  );

  await change(`update audit_log_entries set subject = replace(subject, 'kex_', 'key_') where ${third}`);
  const last = `select max(sequence) from audit_log_entries where ${ofAccount}`;
  await change(`delete from audit_log_entries where ${ofAccount} and sequence = (${last})`);
  const cut = await start(file, []);
  expect(cut.code).toBe(1);
  expect(cut.err).toMatch(/^1 difference:\n {2}acc_\S+: entry 4 is missing, recorded after 2\S+Z\n$/);
});
