import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { networksOfScheme } from '#domain/networks.ts';
import { insertAccount } from '../keys/accounts.store.ts';
import { setUpCommands } from '../testing-commands.ts';
import { countChecksLeft } from './checks/allowances.store.ts';
import { findSetting } from './checks/settings.store.ts';

// Each command also runs as a process of its own, at least once.
vi.setConfig({ testTimeout: 120_000 });

const tron = 'TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi';
const header = 'network,address,entity,category,source\n';

const { directory, run, start, onDatabase } = setUpCommands();
let accountId: string;

beforeAll(async () => {
  accountId = await onDatabase(async (db) => await insertAccount(db, 'Main account'));
});

const labels = async (...args: string[]) => await run('aml/labels/labels.command.ts', args);
const checks = async (...args: string[]) => await run('aml/checks/checks.command.ts', args);

async function file(name: string, content: string | Buffer): Promise<string> {
  const target = path.join(directory(), name);
  await writeFile(target, content);
  return target;
}

describe('npm run labels', () => {
  it('imports a CSV, lists it as one that can be imported again, and removes it by its source', async () => {
    const row = `trx,${tron},"Bank, ""North""",exchange,our list\n`;
    const csv = await file('labels.csv', header + row);
    expect(await start('aml/labels/labels.command.ts', ['import', csv])).toEqual({
      code: 0,
      out: '1 labels imported.\n',
      err: '',
    });
    const listed = await labels('list', '--network', 'trx');
    expect(listed).toEqual({ code: 0, out: (header + row).replaceAll('\n', '\r\n'), err: '' });
    expect((await labels('import', await file('again.csv', listed.out), '--replace')).out).toContain(
      '1 labels',
    );
    expect((await labels('count')).out).toMatch(/^ +1 {2}exchange {2}our list {2}\(newest \d{4}-/);
    expect(await labels('remove', '--source', 'our list')).toMatchObject({ code: 0 });
    expect(await labels('remove', '--source', 'our list')).toMatchObject({
      code: 1,
      err: expect.stringContaining('"our list"'),
    });
  });

  it('imports a plain list, and removes everything', async () => {
    const list = await file('list.txt', `${tron}\n0x28C6c06298d514Db089934071355E5743bf21d60\n`);
    const made = 1 + networksOfScheme('evm').length;
    const described = ['--category', 'sanctions', '--entity', 'Listed', '--source', 'list'];
    expect((await labels('import', list, ...described)).out).toBe(`${made} labels imported.\n`);
    expect((await labels('import', list, ...described, '--replace', '--network', 'trx')).code).toBe(1);
    const ofTron = await file('tron.txt', `TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9\n`);
    expect((await labels('import', ofTron, ...described, '--replace', '--network', 'trx')).out).toBe(
      '1 labels imported, 1 old ones removed.\n',
    );
    expect((await labels('remove', '--all')).out).toContain(`${made} labels removed.`);
  });

  it('imports nothing of a file with a bad line, and names each', async () => {
    const csv = await file(
      'bad.csv',
      `${header}trx,${tron},A,exchange,s\ntrx,nobody,A,exchange,s\neth,,,,\n`,
    );
    const refused = await labels('import', csv);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('nothing was imported. 2 problems:\n  line 3: ');
    expect((await labels('count')).out).toBe('No labels yet. Add some with "import".\n');
  });

  it.each([
    ['a file that is not there', ['import', '/nowhere.csv'], 1, 'can’t be read'],
    ['an unknown word', ['explain'], 2, "Unknown command 'explain'."],
    ['a list without its description', ['import', 'x', '--category', 'scam'], 2, 'needs --category'],
    ['an unknown category', ['list', '--category', 'Scams'], 2, "'Scams' is invalid. Allowed choices are"],
    ['nothing to remove', ['remove'], 2, 'Enter --source NAME or --all.'],
    ['two answers to what to remove', ['remove', '--all', '--source', 's'], 2, 'cannot be used with'],
  ])('refuses %s', async (_what, args, code, message) => {
    expect(await labels(...args)).toMatchObject({ code, err: expect.stringContaining(message) });
  });

  it('refuses a file that is not UTF-8', async () => {
    const csv = await file('latin1.csv', Buffer.from(`${header}trx,${tron},B\xe4r,exchange,s\n`, 'latin1'));
    expect((await labels('import', csv)).err).toContain('isn’t UTF-8');
  });
});

describe('npm run checks', () => {
  it('shows, grants, and sets what a check costs and how many an account begins with', async () => {
    expect((await start('aml/checks/checks.command.ts', ['show'])).out).toContain(
      `${accountId}  Main account: 100 left`,
    );
    expect((await checks('starting', '7')).code).toBe(0);
    expect((await checks('fee', '2.5')).code).toBe(0);
    expect((await checks('grant', '5')).out).toBe(`${accountId} has 12 checks left.\n`);
    await onDatabase(async (db) => {
      expect(await countChecksLeft(db, accountId)).toBe(12);
      expect(await findSetting(db, 'fee_usdt')).toBe('2.5');
    });
  });

  it.each([
    ['an account that is not there', ['grant', '1', '--account', 'acc_nobody'], 1, 'no account acc_nobody'],
    ['no number', ['grant'], 2, "Missing required argument 'number'."],
    ['less than one', ['grant', '0'], 2, 'Enter a whole number from 1'],
    ['a fee of nothing', ['fee', '0'], 2, 'Enter an amount above 0 with'],
    ['a fee below the smallest unit', ['fee', '0.0000001'], 2, 'Enter an amount above 0 with'],
    ['too many words', ['show', 'me'], 2, "Too many arguments for 'show'."],
  ])('refuses %s', async (_what, args, code, message) => {
    expect(await checks(...args)).toMatchObject({ code, err: expect.stringContaining(message) });
  });
});
