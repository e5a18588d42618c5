// node bench/start.ts: measures a first start (builds the dashboard, creates the database) and a later one. Runs on a
// copy of the working tree beside node_modules, so that earlier builds don't count.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'wallet-console-start-'));
const wanted = [
  'src',
  'public',
  'scripts',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
for (const name of wanted) cpSync(join(root, name), join(copy, name), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

async function measureStart(): Promise<number> {
  const begun = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: copy,
    env: { ...process.env, PORT: '0' },
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.pipe(process.stderr);
  while (!output.includes('Sign in')) {
    if (child.exitCode !== null) throw new Error(output);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const seconds = (performance.now() - begun) / 1000;
  // The group: npm, its shell and the server.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  await once(child, 'close');
  return seconds;
}

const first = await measureStart();
const next = [await measureStart(), await measureStart(), await measureStart()];
rmSync(copy, { recursive: true, force: true });
console.log(
  `first start ${first.toFixed(1)} s, then ${next.map((seconds) => seconds.toFixed(1)).join(', ')} s`,
);
