import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import { now } from '#domain/clock.ts';
import { openDatabase } from '#database/database.ts';
import { makeTestDatabase, testDatabaseKind } from '#database/testing.ts';
import type { WalletNetwork } from '#domain/networks.ts';
import { findCaller } from './keys/authenticate.ts';
import { prepareAddresses } from './addresses/prepare-addresses.ts';
import { insertAccount } from './keys/accounts.store.ts';
import { setUpCommands } from './testing-commands.ts';
import { createWallet } from './wallets/create-wallet.ts';

// Each command also runs as a process of its own, at least once.
vi.setConfig({ testTimeout: 120_000 });

const { directory, run, start, onDatabase } = setUpCommands();

/** What a first start makes. */
beforeAll(async () => {
  await onDatabase(async (db) => {
    await prepareAddresses(db, { dataDirectory: directory(), isSandbox: false });
    await insertAccount(db, 'Main account');
  });
});

const keys = async (...args: string[]) => await run('../keys.command.ts', args);
const users = async (...args: string[]) => await run('../users.command.ts', args);
const addresses = async (...args: string[]) => await run('addresses/addresses.command.ts', args);
const fees = async (...args: string[]) => await run('withdrawals/fees.command.ts', args);
const verify = 'ledger/ledger-verify.command.ts';

const callerOf = async (token: string) =>
  await onDatabase(async (db) => await findCaller(db, token, { allowSandboxKeys: false }));

/** What the activity log has about a key, without its text. */
async function listKeyEntries(keyId: string) {
  const rows = await onDatabase(async (db) =>
    db.selectFrom('audit_log_entries').selectAll().where('subject', '=', keyId).orderBy('sequence').execute(),
  );
  expect(JSON.stringify(rows)).not.toContain('wck_');
  return rows.map(({ operation, via, status }) => [operation, via, status]);
}

describe('npm run users', () => {
  it('lets a user back in, as an administrator, and the activity log records it', async () => {
    await onDatabase(async (db) => {
      const created_at = now();
      await db
        .insertInto('users')
        .values({
          user_id: 'user_ana',
          name: 'Ana Ruiz',
          email: 'ana@example.com',
          email_key: 'ana@example.com',
          created_at,
          created_by: null,
          left_at: null,
        })
        .execute();
      await db
        .insertInto('memberships')
        .values({
          user_id: 'user_ana',
          account_id: 'acc_books',
          roles: '["viewer"]',
          version: 1,
          created_at,
          updated_at: created_at,
          updated_by: null,
        })
        .execute();
      const password = { user_id: 'user_ana', hash: 'forgotten', changed_at: created_at };
      await db.insertInto('user_passwords').values(password).execute();
    });
    const made = await start('../users.command.ts', ['reset', 'Ana@example.com', '--administrator']);
    expect(made).toMatchObject({ code: 0, err: '' });
    const token = /\/join#([\w-]{43})\n/.exec(made.out)?.[1] ?? '';
    expect((await users('list')).out).toBe('ana@example.com  Ana Ruiz\n  acc_books: viewer, administrator\n');
    await onDatabase(async (db) => {
      expect(await db.selectFrom('user_passwords').selectAll().execute()).toEqual([]);
      const entries = await db
        .selectFrom('audit_log_entries')
        .selectAll()
        .where('subject', '=', 'user_ana')
        .orderBy('sequence')
        .execute();
      expect(entries.map(({ operation, via, status }) => [operation, via, status])).toEqual([
        ['resetUserSignIn', 'command', null],
        ['resetUserSignIn', 'command', 200],
      ]);
      expect(JSON.stringify(entries)).not.toContain(token);
    });
    expect(await users('reset', 'nobody@example.com')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no user nobody@example.com'),
    });
  });
});

describe('npm run keys', () => {
  it('makes a key, lists it without its text, and revokes it', async () => {
    const made = await keys('create', '--name', 'Ops bot', '--permissions', 'wallets:read, aml:check');
    expect(made).toMatchObject({ code: 0, err: '' });
    const token = /wck_[\w-]{43}/.exec(made.out)?.[0] ?? '';
    const keyId = /key_[0-9a-f]{24}/.exec(made.out)?.[0] ?? '';
    expect(await callerOf(token)).toMatchObject({
      keyId,
      keyName: 'Ops bot',
      permissions: ['wallets:read', 'aml:check'],
    });

    const listed = await keys('list');
    expect(listed).toMatchObject({ code: 0, err: '' });
    expect(listed.out).toContain(`${keyId}  Ops bot\n`);
    expect(listed.out).not.toContain(token);

    expect(await keys('revoke', keyId)).toMatchObject({ code: 0 });
    expect(await callerOf(token)).toBeUndefined();
    expect((await keys('list')).out).toContain('(revoked ');
    expect(await listKeyEntries(keyId)).toEqual([
      ['createKey', 'command', null],
      ['createKey', 'command', 200],
      ['revokeKey', 'command', null],
      ['revokeKey', 'command', 200],
    ]);
    expect(await keys('revoke', keyId)).toMatchObject({ code: 1, err: expect.stringContaining(keyId) });
  });

  it('gives a second key to the same account, with every permission for "all"', async () => {
    const create = ['create', '--name', 'Admin', '--permissions', 'all'];
    const made = await start('../keys.command.ts', create);
    const caller = await callerOf(/wck_[\w-]{43}/.exec(made.out)?.[0] ?? '');
    expect(caller?.permissions).toEqual(permissions);
    expect(
      await onDatabase(async (db) => await db.selectFrom('accounts').select('account_id').execute()),
    ).toEqual([{ account_id: caller?.accountId }]);
  });

  it('refuses an account that is not there, and names those that are', async () => {
    const refused = await keys('create', '--name', 'A', '--permissions', 'all', '--account', 'acc_nobody');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/no account acc_nobody.*\n {2}acc_[0-9a-f]{24} {2}Main account/);
  });

  it('creates an account with its first key, next to the one that is there', async () => {
    const made = await keys('create', '--name', 'B', '--permissions', 'all', '--new-account', 'Treasury');
    expect(made).toMatchObject({ code: 0, err: '' });
    const [, accountId = ''] = /^Account: Treasury \((acc_[0-9a-f]{24})\)$/m.exec(made.out) ?? [];
    expect(made.out).toContain('Settings → Accounts → Add account');
    const [token = ''] = /wck_\S+/.exec(made.out) ?? [];
    expect(await callerOf(token)).toMatchObject({ accountId });
    const again = await keys('create', '--name', 'C', '--permissions', 'all');
    expect(again.err).toContain(`${accountId}  Treasury`);
    const both = ['--account', accountId, '--new-account', 'Other'];
    expect(await keys('create', '--name', 'D', '--permissions', 'all', ...both)).toMatchObject({ code: 2 });
  });

  it('refuses a wrong command line with code 2, and touches no database', async () => {
    await onDatabase(async () => {
      const refused = await keys('create', '--name', 'A');
      expect(refused).toMatchObject({ code: 2, out: '' });
      expect(refused.err).toBe(
        `Required option '--permissions <list>' not specified.\nRun “npm run keys -- create --help” to see how to use it.\n`,
      );
    });
  });

  it.each([
    [[], 'Usage: npm run keys -- [options] [command]'],
    [['rewoke', 'key_1'], "Unknown command 'rewoke'. Did you mean revoke?"],
    [['create', '--name', 'A', '--permissions', 'none'], '\'none\' is invalid. Unknown permission "none".'],
    [['list', 'more'], "Too many arguments for 'list'. Expected 0 arguments but got 1: more."],
    [['change', 'key_1'], 'Enter what to change: --name, --permissions or --expires.'],
    [['change', 'key_1', '--account', 'acc_1', '--name', 'A'], "Unknown option '--account'."],
  ])('refuses %j with code 2, says what is wrong and where the help is', async (args, message) => {
    const refused = await keys(...args);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain(message);
    expect(refused.err).toContain('--help');
    expect(refused.err.split('\n').filter((line) => line.startsWith('    at '))).toEqual([]);
  });

  it('refuses an argument that is not valid UTF-8', async () => {
    const refused = await keys('create', '--name', 'M\uFFFDller', '--permissions', 'all');
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('not valid UTF-8.') });
  });
});

describe('npm run addresses', () => {
  it('shows keys, every address with its path, and the path of one address', async () => {
    await keys('create', '--name', 'Ops', '--permissions', 'all');
    const [eth, bnb] = await onDatabase(async (db) => {
      const { account_id: accountId } = await db
        .selectFrom('accounts')
        .select('account_id')
        .executeTakeFirstOrThrow();
      const create = async (network: WalletNetwork, name: string) =>
        (await createWallet(db, accountId, { name, network, type: 'user' })) ?? '';
      return [await create('eth', 'Müller, Söhne'), await create('bnb', 'Other')];
    });
    const shown = await start('addresses/addresses.command.ts', ['keys']);
    expect(shown).toMatchObject({ code: 0, err: '' });
    expect(shown.out).toMatch(/^bnb {2}m\/44'\/60'\/0' +next index 2\n +xpub\w+$/m);
    expect(shown.out).toMatch(/^eth {2}m\/44'\/60'\/0' +next index 2\n +xpub\w+$/m);
    expect(shown.out).toMatch(/^btc {2}m\/84'\/0'\/0' +next index 0\n +zpub\w+$/m);
    const listed = await addresses('list');
    expect(listed.out).toContain(`eth,0,m/44'/60'/0'/0/0,${eth},`);
    expect(listed.out).toContain(`bnb,1,m/44'/60'/0'/0/1,${bnb},`);
    expect(listed.out).toContain('"Müller, Söhne",false');
    expect((await addresses('find', bnb?.toLowerCase() ?? '')).out).toContain("bnb  m/44'/60'/0'/0/1");
    expect(await addresses('find', 'T1')).toMatchObject({ code: 1, err: expect.stringContaining('T1') });
    expect(await addresses('find')).toMatchObject({
      code: 2,
      err: expect.stringContaining("Missing required argument 'address'."),
    });
  });
});

describe('npm run fees', () => {
  it('shows every fee, changes one for the requests that follow, and takes it back', async () => {
    const before = await start('withdrawals/fees.command.ts', ['list']);
    expect(before).toMatchObject({ code: 0, err: '' });
    expect(before.out).toMatch(/^trx {6}USDT {6}1\.5 +10$/m);
    expect(before.out.trim().split('\n')).toHaveLength(14);

    const set = await fees('set', 'trx', 'USDT', '--fee', '2.25', '--minimum', '15');
    expect(set).toMatchObject({ code: 0, out: expect.stringContaining('fee 2.25, minimum 15') });
    expect((await fees('list')).out).toMatch(/^trx {6}USDT {6}2\.25 +15 {2}\(changed\)$/m);

    expect(await fees('reset', 'trx', 'USDT')).toMatchObject({ code: 0 });
    expect((await fees('list')).out).toBe(before.out);
  });

  const set = ['set', 'btc', 'BTC'];
  it.each([
    [['reset', 'doge', 'DOGE'], "'doge' is invalid for argument 'network'. Allowed choices are trx, eth,"],
    [['reset', 'btc', 'USDT'], '"USDT" isn’t a currency on btc. Use one of BTC.'],
    [['reset', 'btc', 'BTC', '--fee', '1'], "Unknown option '--fee'."],
    [[...set, '--fee', '0', '--minimum', '0'], 'Enter an amount above 0.'],
    [[...set, '--fee=-1', '--minimum', '1'], "'-1' is invalid. Enter an amount such as 1.5."],
    [[...set, '--fee', '1e-3', '--minimum', '1'], "'1e-3' is invalid. Enter an amount such as 1.5."],
    [
      ['set', 'trx', 'USDT', '--fee', '0.0000001', '--minimum', '1'],
      '--fee has more decimals than the 6 that USDT has on trx.',
    ],
  ])('refuses %j with code 2, and says what to enter', async (args, message) => {
    expect(await fees(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
  });
});

describe('npm run ledger:verify', () => {
  it('says that no faults were found, and ends with code 0', async () => {
    await onDatabase(async (db) => {
      await sql`insert into accounts values ('acc_books', 'Books', now())`.execute(db);
    });
    const verified = await run(verify, []);
    expect(verified).toMatchObject({ code: 0, err: '' });
    expect(verified.out).toContain('No faults');
  });

  it('lists every fault, and ends with code 1', async () => {
    await onDatabase(async (db) => {
      await sql`insert into wallet_counts values ('acc_books', 'trx', 4), ('acc_books', 'eth', 5)`.execute(
        db,
      );
    });
    const verified = await start(verify, []);
    expect(verified.code).toBe(1);
    expect(verified.err).toBe(
      '2 faults:\n' +
        '  acc_books on eth: expected 0 wallets, found 5 counted (wallets-miscounted: Every account has as many wallets as are counted for it.)\n' +
        '  acc_books on trx: expected 0 wallets, found 4 counted (wallets-miscounted: Every account has as many wallets as are counted for it.)\n',
    );
  });
});

// Tests of what the others do start those as processes, here or elsewhere.
const startedHere = new Set<string>(['openapi', 'network-tables']);

it.each([
  ['keys', '../keys.command.ts', ['create', 'list', 'change', 'revoke']],
  ['users', '../users.command.ts', ['list', 'reset']],
  ['sanctions', '../sanctions.command.ts', ['load', 'list', 'remove']],
  ['audit-log:verify', '../audit-log-verify.command.ts', []],
  ['openapi', '../openapi/openapi.command.ts', []],
  ['network-tables', '../network-tables.command.ts', []],
  ['fees', 'withdrawals/fees.command.ts', ['list', 'set', 'reset']],
  ['addresses', 'addresses/addresses.command.ts', ['keys', 'list', 'find']],
  ['labels', 'aml/labels/labels.command.ts', ['import', 'list', 'count', 'remove']],
  ['checks', 'aml/checks/checks.command.ts', ['show', 'grant', 'starting', 'fee']],
  ['ledger:verify', 'ledger/ledger-verify.command.ts', []],
  ['conformance', '../conformance/conformance.command.ts', []],
] as const)('npm run %s -- --help names its commands, and touches nothing', async (name, file, commands) => {
  const show = startedHere.has(name) ? start : run;
  const shown = await show(file, ['--help'], { DATA_DIR: '/nowhere' });
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(shown.out).toContain(`Usage: npm run ${name} -- [options]`);
  for (const command of commands) expect(shown.out).toMatch(new RegExp(`^  ${command} `, 'm'));
  const refused = await run(file, ['--bogus']);
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain(`Run “npm run ${name} -- --help” to see how to use it.`);
});

it.skipIf(testDatabaseKind !== 'postgres')('works while a server runs on the same database', async () => {
  await onDatabase(async () => {
    expect(await start('../keys.command.ts', ['list'])).toMatchObject({ code: 0 });
  });
});

it.skipIf(testDatabaseKind !== 'postgres')('makes no tables in an empty database', async () => {
  const { config, remove } = await makeTestDatabase();
  const settings = { DATABASE_URL: config.kind === 'postgres' ? config.url : '' };
  const refused = await run('../keys.command.ts', ['list'], settings);
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('No installation in') });
  const { db, close } = await openDatabase(config);
  expect(await db.introspection.getTables()).toEqual([]);
  await close();
  await remove();
});

it('refuses to make keys of a remote provider', async () => {
  const refused = await run('../keys.command.ts', ['list'], { WALLET_API_URL: 'https://wallets.example/' });
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('WALLET_API_URL') });
});
