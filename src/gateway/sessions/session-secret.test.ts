import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  forgetPreviousSecret,
  loadPreviousSecret,
  loadSessionSecret,
  SessionSecretError,
} from './session-secret.ts';

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'wallet-console-secret-'));
  file = join(directory, 'session-secret');
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the session secret', () => {
  it('is the configured one, and then nothing is stored', () => {
    const configured = 'x'.repeat(32);
    expect(loadSessionSecret(configured, directory)).toBe(configured);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('is refused when it is short, without being repeated', () => {
    expect(() => loadSessionSecret('hunter2', directory)).toThrow(SessionSecretError);
    expect(() => loadSessionSecret('hunter2', directory)).toThrow(/at least 32 characters/);
    expect(() => loadSessionSecret('hunter2', directory)).not.toThrow('hunter2');
  });

  it('is made once, differs from place to place and is kept for its owner alone', () => {
    const made = loadSessionSecret(undefined, directory);
    expect(made).toMatch(/^[\da-f]{64}$/);
    expect(loadSessionSecret(undefined, directory)).toBe(made);
    expect(modeOf(file)).toBe('600');
    expect(readdirSync(directory)).toEqual(['session-secret']);
    expect(loadSessionSecret(undefined, join(directory, 'not', 'there', 'yet'))).not.toBe(made);
  });

  it('is closed to others when a copy has opened it', () => {
    loadSessionSecret(undefined, directory);
    chmodSync(file, 0o644);
    loadSessionSecret(undefined, directory);
    expect(modeOf(file)).toBe('600');
  });

  it('is not silently replaced when its file is damaged', () => {
    writeFileSync(file, '');
    expect(() => loadSessionSecret(undefined, directory)).toThrow(/damaged\. Delete it/);
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it('says in one line why it cannot be kept', () => {
    writeFileSync(file, 'x');
    expect(() => loadSessionSecret(undefined, file)).toThrow(
      /^The session secret can’t be stored in .*: .*$/,
    );
  });
});

describe('a secret that is being replaced', () => {
  it('is the configured one, or the file that was renamed, until it is forgotten', () => {
    expect(loadPreviousSecret(undefined, directory)).toBeUndefined();
    expect(loadPreviousSecret('y'.repeat(32), directory)).toBe('y'.repeat(32));
    const first = loadSessionSecret(undefined, directory);
    renameSync(file, `${file}.previous`);
    expect(loadSessionSecret(undefined, directory)).not.toBe(first);
    expect(loadPreviousSecret(undefined, directory)).toBe(first);
    forgetPreviousSecret(directory);
    expect(loadPreviousSecret(undefined, directory)).toBeUndefined();
    expect(readdirSync(directory)).toEqual(['session-secret']);
  });

  it('is refused when it is short, without being repeated', () => {
    expect(() => loadPreviousSecret('hunter2', directory)).toThrow(
      /SESSION_SECRET_PREVIOUS .* 32 characters/,
    );
    expect(() => loadPreviousSecret('hunter2', directory)).not.toThrow('hunter2');
  });
});
