import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltDashboard } from '../src/build-app.ts';

const root = join(import.meta.dirname, '..');
const sources = [
  'src/{dashboard,contract,domain}/**/*.{ts,tsx,css}',
  'public/**/*',
  'docs/*.{md,svg}',
  '{index.html,vite.config.ts,package-lock.json,package.json,scripts/vite-*.ts}',
];

const dashboardDirectory = join(root, 'dist/dashboard');
const firstScreenDirectory = join(root, 'dist/first-screen');

const built: BuiltDashboard = {
  directory: dashboardDirectory,
  firstScreenFile: join(firstScreenDirectory, 'first-screen.js'),
};

const markFile = join(dashboardDirectory, '.built-from');

function fingerprint(): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

function builtFrom(): string | undefined {
  try {
    return readFileSync(markFile, 'utf8');
  } catch {
    return undefined;
  }
}

/** Builds the dashboard unless the existing build was made from these very files. */
export async function ensureDashboard(): Promise<BuiltDashboard> {
  const current = fingerprint();
  if (builtFrom() === current) return built;
  process.stdout.write('Building the dashboard …\n');
  // Imported here because a fresh build needs none of it, and loading it costs half a second.
  const { build } = await import('vite');
  await Promise.all([
    build({ root, logLevel: 'warn' }),
    build({
      root,
      logLevel: 'warn',
      build: { ssr: 'src/dashboard/app/first-screen.tsx', outDir: firstScreenDirectory },
    }),
  ]);
  writeFileSync(markFile, current);
  return built;
}
