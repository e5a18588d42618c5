import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt', '.md', '.wasm']);
const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/**
 * Writes a `.br` and a `.gz` next to every built file that they make smaller, so that the server only has to pick one.
 * HTML is left out because the server changes it in every response.
 */
export function precompress(): Plugin {
  let directory = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      directory = resolve(config.root, config.build.outDir);
    },
    // After the bundle, since public/ is copied by then.
    async closeBundle(failure) {
      // A failed build has nothing to compress, and its own error must be the one that is reported.
      if (failure !== undefined) return;
      const files = await readdir(directory, { recursive: true });
      const plain = files.filter((file) => compressible.has(extname(file)));
      await Promise.all(plain.map((file) => compress(join(directory, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const { size } = await stat(file);
  const content = await readFile(file);
  const encoded = {
    br: await asBrotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: size,
      },
    }),
    gz: await asGzip(content, { level: constants.Z_BEST_COMPRESSION }),
  };
  await Promise.all(
    Object.entries(encoded)
      .filter(([, bytes]) => bytes.length < size)
      .map(([extension, bytes]) => writeFile(`${file}.${extension}`, bytes)),
  );
}
