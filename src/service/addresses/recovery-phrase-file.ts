import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import path from 'node:path';

/** A problem with recovery phrase or addresses that the person who starts the program must solve. One line. */
export class RecoveryPhraseError extends Error {
  override readonly name = 'RecoveryPhraseError';
}

export const phraseFileName = 'recovery-phrase.txt';
/** The name until the database has stored the keys that come from the phrase. */
export const pendingFileName = 'recovery-phrase.pending.txt';

const notice = `# The recovery phrase of this wallet service. Whoever has it can spend from every address that the service
# has made or will make; without it nobody can. The service itself needs it never again: move this file to a
# safe place, on paper or offline, and delete it here.
`;

const sandboxNotice = `# The PUBLIC phrase of the sandbox. Everybody knows it: funds sent to an address that comes from it are lost.
# Never use it for anything but demonstration.
`;

/** The phrase in a file of that name; undefined where there is none. Throws a RecoveryPhraseError. */
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

/**
 * Writes the phrase to a new file that only its owner may read, and returns when it would survive a power
 * cut. False where a file of that name exists: it is never overwritten. Nobody ever sees half a file.
 */
export async function writePhrase(
  directory: string,
  name: string,
  phrase: string,
  { isSandbox }: { isSandbox: boolean },
): Promise<boolean> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const draft = path.join(directory, `.${name}.${randomBytes(8).toString('hex')}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${isSandbox ? sandboxNotice : notice}${phrase}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    // Unlike a rename, a link never replaces what is there.
    await link(draft, path.join(directory, name));
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await unlink(draft);
    await syncDirectory(directory);
  }
}

/** Gives the pending file its true name. Another process on the same directory may have done it already. */
export async function publishPhrase(directory: string): Promise<void> {
  try {
    await rename(path.join(directory, pendingFileName), path.join(directory, phraseFileName));
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  await syncDirectory(directory);
}

export async function deletePendingPhrase(directory: string): Promise<void> {
  await unlink(path.join(directory, pendingFileName));
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

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
