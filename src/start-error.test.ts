import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DatabaseConnectionError } from '#database/database.ts';
import { DataDirectoryError } from '#database/embedded/data-directory.ts';
import { DatabaseVersionError } from '#database/migration-history.ts';
import { ConfigError, parseConfig } from './config.ts';
import { SessionSecretError } from './gateway/sessions/session-secret.ts';
import { openConfiguredDatabase } from './open-configured-database.ts';
import { RecoveryPhraseError } from './service/addresses/recovery-phrase-file.ts';
import { asListenError, asStartError } from './start-error.ts';

/** What a start says that can't open the database of its settings, and what the database reports besides. */
async function failureOf(settings: Record<string, string>) {
  const reports: unknown[] = [];
  const opening = openConfiguredDatabase(parseConfig(settings), { onError: (error) => reports.push(error) });
  const error = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { lines: asStartError(error).split('\n'), reports };
}

describe('a start that cannot succeed says why in one line', () => {
  it('when the data directory is a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wallet-console-start-'));
    const file = join(folder, 'data');
    writeFileSync(file, '');
    expect(await failureOf({ DATA_DIR: file })).toEqual({
      lines: [`${file} is not a directory. Set DATA_DIR to another directory.`],
      reports: [],
    });
    rmSync(folder, { recursive: true });
  });

  it('when the database server is not there, without its password', async () => {
    const { lines, reports } = await failureOf({
      DATABASE_URL: 'postgres://console:hunter2@127.0.0.1:1/console',
    });
    expect(lines).toEqual([expect.stringContaining('DATABASE_URL')]);
    expect(lines[0]).not.toContain('hunter2');
    expect(reports).toEqual([]);
  });

  it.each([
    ['ConfigError', new ConfigError('The reason.')],
    ['DataDirectoryError', new DataDirectoryError('in-use', 'The reason.')],
    ['DatabaseConnectionError', new DatabaseConnectionError('The reason.')],
    ['DatabaseVersionError', new DatabaseVersionError('The reason.')],
    ['RecoveryPhraseError', new RecoveryPhraseError('The reason.')],
    ['SessionSecretError', new SessionSecretError('The reason.')],
  ])('when the cause is the user’s to fix: %s', (_name, error) => {
    expect(asStartError(error)).toBe('The reason.');
  });

  it.each([
    ['EADDRINUSE', 'Port 80 on 10.0.0.1 is in use. Stop what uses it, or set PORT to another.'],
    ['EACCES', 'Port 80 on 10.0.0.1 needs rights that this user does not have. Set PORT to one above 1023.'],
    ['EADDRNOTAVAIL', 'This machine doesn’t have the address 10.0.0.1. Set HOST to one that it has.'],
    ['ENOTFOUND', 'HOST isn’t an address of this machine. Set it to one that is, such as 127.0.0.1.'],
  ])('when it cannot listen: %s', (code, line) => {
    const error = Object.assign(new Error('listen failed'), { code, port: 80, address: '10.0.0.1' });
    expect(asStartError(asListenError(error, { host: 'HOST', port: 'PORT' }))).toBe(line);
  });
});

it('a fault of ours is shown whole', () => {
  const fault = new TypeError('undefined is not a function');
  expect(asStartError(fault)).toBe(fault.stack);
  expect(asStartError(asListenError(fault, { host: 'HOST', port: 'PORT' }))).toBe(fault.stack);
  expect(asStartError('odd')).toBe('odd');
});
