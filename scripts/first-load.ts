// Sums the files that each address needs to show its page, as the build's manifest says, and fails where a page of the
// main navigation needs more than the limits. With its data it is measured by e2e/first-load.spec.ts. Fails as well if
// the server would draw first screens with React's development build, which takes twice as long.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { ensureDashboard } from './build-dashboard.ts';
import { pageAddresses } from './pages.ts';
import { preloadManifestFile, type PreloadManifest } from './vite-preload.ts';

// What a cold page may load, compressed.
const limitsKiB = { scripts: 200, total: 300 };

const { directory, firstScreenFile } = await ensureDashboard();
const page = readFileSync(join(directory, 'index.html'), 'utf8');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the build's own plugin
const manifest = JSON.parse(readFileSync(join(directory, preloadManifestFile), 'utf8')) as PreloadManifest;

const inPage = (ending: string) =>
  [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].flatMap(([, file = '']) =>
    file.endsWith(ending) ? [file] : [],
  );

/** As the server sends it: built files lie there compressed, unless they are smaller as they are, and pages don't. */
function compressedSize(file: string): number {
  const path = join(directory, file);
  if (file.endsWith('.html')) return brotliCompressSync(readFileSync(path)).length;
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

function compressedKiB(files: string[]): number {
  return files.reduce((sum, file) => sum + compressedSize(file), 0) / 1024;
}

const styleFiles = inPage('.css');
const styles = compressedKiB(styleFiles);

for (const { address, isMain } of await pageAddresses()) {
  const files = manifest[address];
  if (files === undefined) throw new Error(`The build has no page at /${address}.`);
  const scriptFiles = new Set([...inPage('.js'), ...files.scripts]);
  const scripts = compressedKiB([...scriptFiles]);
  const total = scripts + styles + compressedKiB(['index.html']);
  const requests = scriptFiles.size + styleFiles.length + 1;
  const isWithin = scripts <= limitsKiB.scripts && total <= limitsKiB.total;
  process.stdout.write(
    `${isWithin ? '✓' : isMain ? '✗' : '-'} /${address}: ${scripts.toFixed(1)} of ${limitsKiB.scripts} KiB of scripts, ` +
      `${styles.toFixed(1)} KiB of styles, ${total.toFixed(1)} of ${limitsKiB.total} KiB in all ` +
      `in ${requests} requests\n`,
  );
  if (isMain && !isWithin) process.exitCode = 1;
}

if (/react\S*\.development/.test(readFileSync(firstScreenFile, 'utf8'))) {
  process.stdout.write('✗ the first screen is built with React for development\n');
  process.exitCode = 1;
}
