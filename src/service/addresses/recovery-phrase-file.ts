import { randomBytes } from 'node:crypto';
import { access, link, mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import path from 'node:path';

/** A problem with recovery phrase or addresses that the person who starts the program must solve. One line. */
export class RecoveryPhraseError extends Error {
  override readonly name = 'RecoveryPhraseError';
}

export const phraseFileName = 'recovery-phrase.txt';
/** The names until the database has stored the keys that come from the phrase. */
const pendingName = /^recovery-phrase\.pending-[0-9a-f]+\.txt$/;

const notice = `# The recovery phrase of this wallet service. Anyone who has it can spend from every address that the service
# has made or will make; without it, no one can. The service doesn't need it again: move this file to a safe place,
# on paper or offline, and delete it here. docs/recovery.md says how to restore the wallets with other software.
`;

const sandboxNotice = `# The PUBLIC phrase of the sandbox. Everyone knows it: funds sent to an address derived from it are lost.
# Use it for demonstrations only.
`;

/** The phrase in a file of that name; undefined if there is none. Throws a RecoveryPhraseError. */
export async function readPhrase(directory: string, name: string): Promise<string | undefined> {
  const file = path.join(directory, name);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw new RecoveryPhraseError(`The recovery phrase in ${file} cannot be read (${codeOf(error)}).`, {
      cause: error,
    });
  }
  const words = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.split(/\s+/))
    .filter((word) => word !== '');
  return words.join(' ');
}

/** The pending phrases of the directory. More than one only where starts were killed, or meet just now. */
export async function readPendingPhrases(directory: string): Promise<{ name: string; phrase: string }[]> {
  const pending: { name: string; phrase: string }[] = [];
  for (const name of await filesOf(directory)) {
    const phrase = pendingName.test(name) ? await readPhrase(directory, name) : undefined;
    if (phrase !== undefined) pending.push({ name, phrase });
  }
  return pending;
}

/** The file that has a phrase; undefined once it was moved away. */
export async function findPhraseFile(directory: string): Promise<string | undefined> {
  const names = await filesOf(directory);
  const name = names.find((each) => each === phraseFileName) ?? names.find((each) => pendingName.test(each));
  return name === undefined ? undefined : path.join(directory, name);
}

/** Writes a pending phrase under a name that no other process uses, and returns the name. */
export async function writePendingPhrase(directory: string, phrase: string): Promise<string> {
  const name = `recovery-phrase.pending-${randomBytes(8).toString('hex')}.txt`;
  await writePhrase(directory, name, `${notice}${phrase}\n`);
  return name;
}

export async function writeSandboxPhrase(directory: string, name: string, phrase: string): Promise<void> {
  await writePhrase(directory, name, `${sandboxNotice}${phrase}\n`);
}

/**
 * Writes a file that only its owner may read, and returns when it would survive a power cut. A reader never sees half
 * of it.
 */
async function writePhrase(directory: string, name: string, text: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const draft = path.join(directory, `.${name}.${randomBytes(8).toString('hex')}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path.join(directory, name));
  await syncDirectory(directory);
}

/**
 * Gives a pending file its true name, and the name it has then. A file that has the true name is never
 * overwritten: another process may have given it to the same phrase, which is well, or to the phrase of
 * another database, and then the pending one keeps its name.
 */
export async function publishPhrase(directory: string, name: string, phrase: string): Promise<string> {
  const [pending, published] = [path.join(directory, name), path.join(directory, phraseFileName)];
  await linkNew(pending, published);
  if ((await readPhrase(directory, phraseFileName)) !== phrase) return name;
  await deletePhrase(directory, name);
  return phraseFileName;
}

/** Unlike a rename, a link never replaces what is there; but not every file system has links. */
async function linkNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (hasCode(error, 'EEXIST', 'ENOENT')) return;
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw error;
    const isFree = await access(to).then(
      () => false,
      () => true,
    );
    if (isFree) await rename(from, to);
  }
}

export async function deletePhrase(directory: string, name: string): Promise<void> {
  try {
    await unlink(path.join(directory, name));
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  await syncDirectory(directory);
}

async function filesOf(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).sort();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open a directory, and needs no such call.
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
