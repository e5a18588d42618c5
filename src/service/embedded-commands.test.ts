import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { testDatabaseKind } from '#database/testing.ts';
import { insertAccount } from './keys/accounts.store.ts';
import { setUpCommands } from './testing-commands.ts';

// Commands open the embedded database, some of them as processes of their own.
vi.setConfig({ testTimeout: 120_000 });

// What the commands do is tested by commands.test.ts, on the database of the run.
describe.skipIf(testDatabaseKind !== 'pglite')('a command on the embedded database', () => {
  const { run, start, onDatabase } = setUpCommands();

  const keys = async (...args: string[]) => await run('../keys.command.ts', args);

  it.each([
    [
      '../keys.command.ts',
      'create',
      '--new-account',
      'Treasury',
      '--name',
      'Console',
      '--permissions',
      'all',
    ],
    ['../keys.command.ts', 'list'],
    ['../users.command.ts', 'list'],
    ['ledger/ledger-verify.command.ts'],
  ])('doesn’t create a database: %s %s', async (file, ...args) => {
    const empty = await mkdtemp(path.join(tmpdir(), 'wallet-console-commands-'));
    // As someone runs it who forgets the settings of the server.
    const refused = await run(file, args, { DATA_DIR: empty, SANDBOX: '' });
    expect(refused).toMatchObject({
      code: 1,
      out: '',
      err: `No installation in ${empty}. Set DATA_DIR to its folder, or DATABASE_URL to its database, as for the server. To create one, start the server.\n`,
    });
    expect(await readdir(empty)).toEqual([]);
    await rm(empty, { recursive: true });
  });

  it('finds what the one before it has made, without SANDBOX=off', async () => {
    await onDatabase(async (db) => insertAccount(db, 'Main account'));
    const create = ['create', '--name', 'Ops bot', '--permissions', 'wallets:read'];
    const made = await start('../keys.command.ts', create, { SANDBOX: '' });
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).not.toContain('sandbox');
    const listed = await keys('list');
    expect(listed).toMatchObject({ code: 0, err: '' });
    expect(listed.out).toContain('Ops bot');
    expect(await run('ledger/ledger-verify.command.ts', [])).toMatchObject({ code: 0, err: '' });
  });

  it('tells to stop the server that holds the embedded database', async () => {
    await onDatabase(async () => {
      const refused = await start('../keys.command.ts', ['create', '--name', 'A', '--permissions', 'all']);
      expect(refused).toMatchObject({ code: 1, out: '' });
      expect(refused.err).toContain(`in use by process ${process.pid}. The embedded`);
      expect(refused.err).toContain('stop the server, run this, and start it again');
      expect(refused.err).toContain('DATABASE_URL');
      expect(refused.err.trim().split('\n')).toHaveLength(1);
    });
  });
});
