import path from 'node:path';
import { generateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { networks, type WalletNetwork } from '#domain/networks.ts';
import {
  accountKeysOf,
  addMissingKeys,
  findAccountKeys,
  insertAccountKeys,
  isSameAccount,
  type AccountKeys,
} from './address-chains.ts';
import {
  deletePhrase,
  phraseFileName,
  publishPhrase,
  readPendingPhrases,
  readPhrase,
  RecoveryPhraseError,
  writePendingPhrase,
  writeSandboxPhrase,
} from './recovery-phrase-file.ts';
import { sandboxAccountKeys, sandboxPhrase } from './sandbox-phrase.ts';

const sandboxFileName = 'sandbox-recovery-phrase.txt';
const entropyBits = 256;

type Options = { dataDirectory: string; isSandbox: boolean };

/**
 * Makes sure that the database can make addresses. The first start makes a recovery phrase, writes it to
 * the data directory and stores the extended public keys that come from it; every other start needs no
 * phrase, unless this version has wallets on a new network whose path is its own. Gives the file where a phrase that was made or used just now is, to be shown to the operator.
 * Throws a RecoveryPhraseError.
 *
 * The order survives a crash anywhere: the phrase is on disk before the database knows its keys, under a
 * name that says so, and gets its true name when it is known to be this database's. Of several processes
 * that start at once on one database, one stores its keys; a process that finds others' keys there
 * removes the unused phrase it made itself, and no other.
 */
export async function prepareAddresses(
  db: Kysely<Tables>,
  options: Options,
): Promise<{ newPhraseFile: string | undefined }> {
  const stored = await findAccountKeys(db);
  if (stored !== undefined) {
    checkKind(stored, options);
    await settlePending(options.dataDirectory, stored);
    await addMissingKeys(db, async (network) => {
      const keys = options.isSandbox
        ? sandboxAccountKeys
        : await knownKeys(options.dataDirectory, stored, network);
      return keys[network];
    });
    return { newPhraseFile: undefined };
  }
  const newPhraseFile = await (options.isSandbox
    ? storeSandboxKeys(db, options)
    : storeKeys(db, options.dataDirectory));
  return { newPhraseFile };
}

/** Whether the database is that of a sandbox, whatever the settings are. */
export async function isSandboxDatabase(db: Kysely<Tables>): Promise<boolean> {
  const stored = await findAccountKeys(db);
  return stored !== undefined && isSameAccount(stored, sandboxAccountKeys);
}

/** Sandbox addresses are never given to users who may send real funds, and real ones are never used in the sandbox. */
function checkKind(stored: Partial<AccountKeys>, { dataDirectory, isSandbox }: Options): void {
  const isFromSandbox = isSameAccount(stored, sandboxAccountKeys);
  if (isFromSandbox && !isSandbox) {
    throw new RecoveryPhraseError(
      `The database (DATA_DIR is ${dataDirectory}) holds the sandbox, whose addresses come from a public phrase: real funds would be lost. Set DATA_DIR to a new directory.`,
    );
  }
  if (!isFromSandbox && isSandbox) {
    throw new RecoveryPhraseError(
      `The database (DATA_DIR is ${dataDirectory}) holds real wallets, not the sandbox. Start with SANDBOX=off, or set DATA_DIR to a new directory.`,
    );
  }
}

async function storeSandboxKeys(db: Kysely<Tables>, { dataDirectory }: Options): Promise<string> {
  await writeSandboxPhrase(dataDirectory, sandboxFileName, sandboxPhrase);
  await insertAccountKeys(db, sandboxAccountKeys);
  return path.join(dataDirectory, sandboxFileName);
}

async function storeKeys(db: Kysely<Tables>, directory: string): Promise<string | undefined> {
  const { phrase, name, isNew } = await findOrMakePhrase(directory);
  const keys = keysOfFile(phrase, directory);
  const stored = await insertAccountKeys(db, keys);
  if (isSameAccount(stored, keys)) {
    const published = name === phraseFileName ? name : await publishPhrase(directory, name, phrase);
    return path.join(directory, published);
  }
  if (isNew) await deletePhrase(directory, name);
  return undefined;
}

type FoundPhrase = { phrase: string; name: string; isNew: boolean };

async function findOrMakePhrase(directory: string): Promise<FoundPhrase> {
  const published = await readPhrase(directory, phraseFileName);
  if (published !== undefined) return { phrase: published, name: phraseFileName, isNew: false };
  const [pending] = await readPendingPhrases(directory);
  if (pending !== undefined) return { ...pending, isNew: false };
  const phrase = generateMnemonic(wordlist, entropyBits);
  return { phrase, name: await writePendingPhrase(directory, phrase), isNew: true };
}

/** A process was killed between storing the keys and naming the file: the next start corrects the name. */
async function settlePending(directory: string, stored: Partial<AccountKeys>): Promise<void> {
  for (const { name, phrase } of await readPendingPhrases(directory)) {
    if (isSameAccount(keysOfFile(phrase, directory), stored)) await publishPhrase(directory, name, phrase);
  }
}

/** The keys of the phrase that the database's addresses come from, for a network that is newer than the database. */
async function knownKeys(
  directory: string,
  stored: Partial<AccountKeys>,
  network: WalletNetwork,
): Promise<AccountKeys> {
  const phrase = await readPhrase(directory, phraseFileName);
  const keys = phrase === undefined ? undefined : keysOfFile(phrase, directory);
  if (keys !== undefined && isSameAccount(keys, stored)) return keys;
  const found = keys === undefined ? `isn’t in ${directory}` : `in ${directory} belongs to another database`;
  throw new RecoveryPhraseError(
    `This version adds wallets on ${networks[network].name}, whose addresses come from the recovery phrase, but the file ${phraseFileName} ${found}. Put this installation’s file there for one start, then move it away again.`,
  );
}

function keysOfFile(phrase: string, directory: string): AccountKeys {
  if (phrase === sandboxPhrase) {
    throw new RecoveryPhraseError(
      `The recovery phrase in ${directory} is the sandbox's, which everybody knows. Move the file away.`,
    );
  }
  try {
    return accountKeysOf(phrase);
  } catch (error) {
    throw new RecoveryPhraseError(
      `The file ${phraseFileName} in ${directory} holds no valid recovery phrase. Restore it, or move it away.`,
      { cause: error },
    );
  }
}
