import { resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { pageAddresses } from './pages.ts';

/**
 * A page's title, if it is shown before the scripts arrive, and the files it needs beside the entry.
 */
export type PageParts = { title?: string | undefined; scripts: string[] };

/** Keyed by path, in up to two parts, the second `:id` for any: `wallets`, `aml/:id`; `''` is the start page. */
export type PreloadManifest = Record<string, PageParts>;

/** Next to `index.html`. */
export const preloadManifestFile = 'preload.json';

/**
 * Writes which files each page needs, so that the server can name them in the page, and the browser fetches them
 * beside the entry and not after it has run; and its title, which is shown before they are there.
 */
export function preload(): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      for (const chunk of chunks) refuseCycle(chunk, bundle);
      const entries = chunks.filter((chunk) => chunk.isEntry);
      const chunkOf = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [resolve(id), chunk])));
      const manifest: PreloadManifest = {};
      for (const { address, title, files } of await pageAddresses()) {
        const own = files.map((file) => {
          const chunk = chunkOf.get(file);
          if (chunk === undefined) throw new Error(`The build has no ${file}, which /${address} needs.`);
          return chunk;
        });
        const needed = [...withImports([...entries, ...own], bundle)].filter(
          (chunk) => !entries.includes(chunk),
        );
        manifest[address] = { title, scripts: needed.map(({ fileName }) => fileName) };
      }
      this.emitFile({
        type: 'asset',
        fileName: preloadManifestFile,
        source: JSON.stringify(manifest),
      });
    },
    // A page comes with what it shows first: styles before scripts, which must not take the network from them.
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const styles = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
        return html
          .replaceAll(/<link rel="stylesheet"[^>]*>\s*/g, '')
          .replace('<script type="module"', (script) => `${styles.join('')}\n    ${script}`)
          .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"');
      },
    },
  };
}

/**
 * In a cycle of imports, some files run before what they import. That would fail when the page opens, not in the build.
 */
function refuseCycle(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): void {
  const imported = chunk.imports.map((file) => bundle[file]).filter((file) => file?.type === 'chunk');
  const cycle = imported.find((each) => withImports([each], bundle).has(chunk));
  if (cycle !== undefined) throw new Error(`${chunk.fileName} and ${cycle.fileName} import each other.`);
}

/** The chunks and all that they import before they run. */
function withImports(
  chunks: Rolldown.OutputChunk[],
  bundle: Rolldown.OutputBundle,
  found = new Set<Rolldown.OutputChunk>(),
): Set<Rolldown.OutputChunk> {
  for (const chunk of chunks) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    const imported = chunk.imports.map((file) => bundle[file]).filter((file) => file?.type === 'chunk');
    withImports(imported, bundle, found);
  }
  return found;
}
