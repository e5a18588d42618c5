import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wallet-console-env-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** What a program in the folder has as settings, on standard output, and nothing else. */
function settingsOf(env: Record<string, string>): unknown {
  const print =
    'console.log(JSON.stringify([process.env.DATA_DIR, process.env.SANDBOX, process.env.OIDC_ROLES]))';
  const args = ['--import', join(root, 'scripts/env-file.ts'), '-e', print];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' }));
}

it('adds the settings in .env to those of the environment, which win', () => {
  const roles = '{"admins":["administrator"],"treasury":{"Night desk #2":["operator"]}}';
  writeFileSync(
    join(folder, '.env'),
    `SANDBOX=off # real\nDATA_DIR=/var/lib/wallets\nOIDC_ROLES='${roles}'\n`,
  );
  expect(settingsOf({})).toEqual(['/var/lib/wallets', 'off', roles]);
  expect(settingsOf({ DATA_DIR: 'other', SANDBOX: '' })).toEqual(['other', '', roles]);
});

it('changes nothing without the file', () => {
  expect(settingsOf({ SANDBOX: 'off' })).toEqual([null, 'off', null]);
});

it('is loaded by the server and by every command that has its settings', () => {
  // These take arguments alone, or write files of the project.
  const others = new Set(['conformance', 'openapi', 'network-tables']);
  const programs = Object.entries(scripts).filter(
    ([name, script]) => /\.command\.ts|scripts\/(start|dev)\.ts/.test(script) && !others.has(name),
  );
  expect(programs.length).toBeGreaterThan(10);
  for (const [, script] of programs) expect(script).toMatch(/^node --import \.\/scripts\/env-file\.ts /);
});
