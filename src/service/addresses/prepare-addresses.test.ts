import { chmod, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WalletNetwork } from '#domain/networks.ts';
import { useTestDatabase } from '#database/testing.ts';
import { accountKeysOf, findAccountKeys } from './address-chains.ts';
import { prepareAddresses } from './prepare-addresses.ts';
import { RecoveryPhraseError } from './recovery-phrase-file.ts';
import { sandboxAccountKeys, sandboxPhrase } from './sandbox-phrase.ts';

const database = useTestDatabase();

const knownPhrase = `${'abandon '.repeat(23)}art`;
let directories: string[] = [];

beforeEach(() => {
  directories = [];
});
afterEach(async () => {
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
});

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'wallet-console-phrase-'));
  directories.push(directory);
  return directory;
}

const prepare = async (dataDirectory: string, isSandbox = false) =>
  await prepareAddresses(database.db, { dataDirectory, isSandbox });
const phraseIn = async (directory: string, name = 'recovery-phrase.txt') =>
  (await readFile(path.join(directory, name), 'utf8'))
    .split('\n')
    .filter((line) => !line.startsWith('#') && line !== '')
    .join('');
const forgetKeys = async () => await database.db.deleteFrom('address_chains').execute();
const forgetKeysOf = async (...networks: WalletNetwork[]) =>
  await database.db.deleteFrom('address_chains').where('network', 'in', networks).execute();

describe('the first start', () => {
  it('writes 24 words to a file that only its owner may read, and stores only what they make public', async () => {
    const directory = await newDirectory();
    const file = path.join(directory, 'recovery-phrase.txt');
    expect(await prepare(directory)).toEqual({ newPhraseFile: file });
    expect(await readdir(directory)).toEqual(['recovery-phrase.txt']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const phrase = await phraseIn(directory);
    expect(phrase.split(' ')).toHaveLength(24);
    expect(validateMnemonic(phrase, wordlist)).toBe(true);
    expect(await findAccountKeys(database.db)).toEqual(accountKeysOf(phrase));
    const { rows } = await sql`select * from address_chains`.execute(database.db);
    expect(JSON.stringify(rows)).not.toMatch(/[xz]prv|mnemonic/);
    expect(JSON.stringify(rows)).not.toContain(phrase.split(' ').slice(0, 3).join(' '));
  });

  it('makes another phrase for each database', async () => {
    const [first, second] = [await newDirectory(), await newDirectory()];
    await prepare(first);
    await forgetKeys();
    await prepare(second);
    expect(await phraseIn(first)).not.toBe(await phraseIn(second));
  });

  it('continues with the phrase of a start that was killed before it stored the keys', async () => {
    const directory = await newDirectory();
    await writeFile(path.join(directory, 'recovery-phrase.pending-0a.txt'), `# notice\n${knownPhrase}\n`);
    await prepare(directory);
    expect(await findAccountKeys(database.db)).toEqual(accountKeysOf(knownPhrase));
    expect(await readdir(directory)).toEqual(['recovery-phrase.txt']);
  });

  it('uses a phrase file that is there, and leaves it as it is', async () => {
    const directory = await newDirectory();
    const file = path.join(directory, 'recovery-phrase.txt');
    await writeFile(file, `${knownPhrase.replaceAll(' ', '\n')}\n\n`);
    await prepare(directory);
    expect(await findAccountKeys(database.db)).toEqual(accountKeysOf(knownPhrase));
    expect(await readFile(file, 'utf8')).toContain('abandon\nabandon');
  });

  it('refuses a file without a valid phrase, and doesn’t quote it', async () => {
    const directory = await newDirectory();
    await writeFile(path.join(directory, 'recovery-phrase.txt'), 'abandon abandon zebra');
    const refusal = await prepare(directory).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RecoveryPhraseError);
    expect(String(refusal)).not.toContain('zebra');
    expect(await findAccountKeys(database.db)).toBeUndefined();
  });

  it.skipIf(process.getuid?.() === 0)('refuses a file that it may not read', async () => {
    const directory = await newDirectory();
    await writeFile(path.join(directory, 'recovery-phrase.txt'), knownPhrase);
    await chmod(path.join(directory, 'recovery-phrase.txt'), 0o000);
    await expect(prepare(directory)).rejects.toThrow(RecoveryPhraseError);
  });
});

describe('a later start', () => {
  it('needs no phrase file, and makes none', async () => {
    const directory = await newDirectory();
    await prepare(directory);
    await rm(path.join(directory, 'recovery-phrase.txt'));
    expect(await prepare(directory)).toEqual({ newPhraseFile: undefined });
    expect(await readdir(directory)).toEqual([]);
  });

  it('names the file of a start that was killed after it stored the keys', async () => {
    const directory = await newDirectory();
    await prepare(directory);
    const [file, pending] = ['recovery-phrase.txt', 'recovery-phrase.pending-0a.txt'].map((name) =>
      path.join(directory, name),
    ) as [string, string];
    await rename(file, pending);
    await prepare(directory);
    expect(await readdir(directory)).toEqual(['recovery-phrase.txt']);
  });

  it('leaves a phrase alone that belongs to another database', async () => {
    const directory = await newDirectory();
    await prepare(directory);
    await writeFile(path.join(directory, 'recovery-phrase.pending-0a.txt'), knownPhrase);
    await prepare(directory);
    expect(await phraseIn(directory, 'recovery-phrase.pending-0a.txt')).toBe(knownPhrase);
    expect(await findAccountKeys(database.db)).toEqual(accountKeysOf(await phraseIn(directory)));
  });
});

it('never overwrites a phrase that has the true name', async () => {
  const directory = await newDirectory();
  await prepare(directory);
  const own = await phraseIn(directory);
  // The same directory is used with another database, whose start was killed.
  await rename(
    path.join(directory, 'recovery-phrase.txt'),
    path.join(directory, 'recovery-phrase.pending-0b.txt'),
  );
  await writeFile(path.join(directory, 'recovery-phrase.txt'), knownPhrase);
  await prepare(directory);
  expect(await phraseIn(directory)).toBe(knownPhrase);
  expect(await phraseIn(directory, 'recovery-phrase.pending-0b.txt')).toBe(own);
});

describe('many processes that start at once on one database', () => {
  it('with a directory each leave one phrase, in one directory, and it is the right one', async () => {
    const places = await Promise.all(Array.from({ length: 5 }, newDirectory));
    const prepared = await Promise.all(places.map(async (directory) => await prepare(directory)));
    const files = await Promise.all(places.map(async (directory) => await readdir(directory)));
    expect(files.flat()).toEqual(['recovery-phrase.txt']);
    const winner = places[files.findIndex((names) => names.length === 1)] ?? '';
    expect(prepared.map(({ newPhraseFile }) => newPhraseFile).filter((file) => file !== undefined)).toEqual([
      path.join(winner, 'recovery-phrase.txt'),
    ]);
    expect(await findAccountKeys(database.db)).toEqual(accountKeysOf(await phraseIn(winner)));
  });

  it('with one directory leave one phrase, and it is the right one, however they meet', async () => {
    for (let round = 0; round < 8; round += 1) {
      const directory = await newDirectory();
      await forgetKeys();
      await Promise.all(
        Array.from({ length: 4 }, async (_, i) => {
          await sleep(i * round);
          await prepare(directory);
        }),
      );
      expect(await readdir(directory)).toEqual(['recovery-phrase.txt']);
      expect(await findAccountKeys(database.db)).toEqual(accountKeysOf(await phraseIn(directory)));
    }
  });
});

/** What the first start stored when BNB Chain had a path of its own. */
const olderKeys = async () => {
  const bnb =
    'xpub6Ce9NcJvTk372KjsGfWqbcex5DumjpNquQLApoeQUavSCjEc823BV1tb4rXUuPuht8h2hSxkg2EXUaKUJmniJvRZAELxypsCzBFdtosmV76';
  await database.db
    .updateTable('address_chains')
    .set({ extended_public_key: bnb, path: "m/44'/60'/1'", counter_network: 'bnb' })
    .where('network', '=', 'bnb')
    .execute();
};

describe('an installation from before Ethereum and BNB Chain shared a path', () => {
  it('with the sandbox is still the sandbox, and still refused outside it', async () => {
    const directory = await newDirectory();
    await prepare(directory, true);
    await olderKeys();
    await expect(prepare(directory, false)).rejects.toThrow('public phrase');
    await expect(prepare(directory, true)).resolves.toEqual({ newPhraseFile: undefined });
    expect((await findAccountKeys(database.db))?.bnb).not.toBe(sandboxAccountKeys.bnb);
  });

  it('names the file of a start that was killed after it stored the keys', async () => {
    const directory = await newDirectory();
    await prepare(directory);
    await rename(
      path.join(directory, 'recovery-phrase.txt'),
      path.join(directory, 'recovery-phrase.pending-0a.txt'),
    );
    await olderKeys();
    await prepare(directory);
    expect(await readdir(directory)).toEqual(['recovery-phrase.txt']);
  });
});

describe('a start with networks that are newer than the database', () => {
  it('needs no phrase for a network that has the path of another, and counts both together', async () => {
    const directory = await newDirectory();
    await prepare(directory);
    const keys = await findAccountKeys(database.db);
    await rm(path.join(directory, 'recovery-phrase.txt'));
    await forgetKeysOf('bnb');
    expect(await prepare(directory)).toEqual({ newPhraseFile: undefined });
    expect(await findAccountKeys(database.db)).toEqual(keys);
    const { counter_network } = await database.db
      .selectFrom('address_chains')
      .select('counter_network')
      .where('network', '=', 'bnb')
      .executeTakeFirstOrThrow();
    expect(counter_network).toBe('eth');
  });

  it('asks for the phrase of a network with a path of its own, and takes no other phrase', async () => {
    const directory = await newDirectory();
    await prepare(directory);
    const [keys, phrase] = [await findAccountKeys(database.db), await phraseIn(directory)];
    await rm(path.join(directory, 'recovery-phrase.txt'));
    await forgetKeysOf('btc');
    await expect(prepare(directory)).rejects.toThrow(
      /wallets on Bitcoin.*Put this installation’s file there/,
    );
    await writeFile(path.join(directory, 'recovery-phrase.txt'), knownPhrase);
    await expect(prepare(directory)).rejects.toThrow('belongs to another database');
    await writeFile(path.join(directory, 'recovery-phrase.txt'), phrase);
    await prepare(directory);
    expect(await findAccountKeys(database.db)).toEqual(keys);
  });

  it('has the public phrase in the sandbox', async () => {
    const directory = await newDirectory();
    await prepare(directory, true);
    await forgetKeysOf('trx', 'btc');
    await prepare(directory, true);
    expect(await findAccountKeys(database.db)).toEqual(sandboxAccountKeys);
  });
});

describe('the sandbox', () => {
  it('has the keys of the public phrase, and says in its file what that means', async () => {
    const directory = await newDirectory();
    await prepare(directory, true);
    expect(accountKeysOf(sandboxPhrase)).toEqual(sandboxAccountKeys);
    expect(await findAccountKeys(database.db)).toEqual(sandboxAccountKeys);
    const text = await readFile(path.join(directory, 'sandbox-recovery-phrase.txt'), 'utf8');
    expect(text).toContain('PUBLIC');
    expect(text).toContain(sandboxPhrase);
    expect(await readdir(directory)).toEqual(['sandbox-recovery-phrase.txt']);
  });

  it('is refused outside the sandbox, because funds would be lost', async () => {
    const directory = await newDirectory();
    await prepare(directory, true);
    await expect(prepare(directory, false)).rejects.toThrow(RecoveryPhraseError);
    await expect(prepare(directory, true)).resolves.toBeDefined();
  });

  it('does not start on real wallets', async () => {
    const directory = await newDirectory();
    await prepare(directory, false);
    await expect(prepare(directory, true)).rejects.toThrow('SANDBOX=off');
  });

  it('never lends its phrase to a real database', async () => {
    const directory = await newDirectory();
    await writeFile(path.join(directory, 'recovery-phrase.txt'), sandboxPhrase);
    await expect(prepare(directory, false)).rejects.toThrow(RecoveryPhraseError);
  });
});
