import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { pageAddresses } from './page-addresses.ts';

/** What a page is called, if it says so, and the files that it needs beyond those that `index.html` names. */
export type PageParts = { title?: string | undefined; scripts: string[]; styles: string[] };

/** By the first part of the address, such as `wallets`, or the first two, the second `:id` for any; `''` is the start page. */
export type PreloadManifest = Record<string, PageParts>;

/** Beside `index.html`. */
export const preloadManifestFile = 'preload.json';

const pageModule = /[\\/]features[\\/].*?([a-z-]+?)(?:-page\.tsx|\.loader\.ts)$/;

const titleInSource = /<Page\s[^>]*?\btitle="([^"]+)"/;

/**
 * Writes which files each page needs, so that the server can name them in the page, and the browser fetches them
 * beside the entry and not after it has run; and its title, which is shown before they are there.
 * The features' routes say which file is the page at an address, and `features/…/wallets.loader.ts` belongs to the page
 * at `/wallets`. `others` gives the file of the page at any other address.
 */
export function preload(others: Record<string, string>): Plugin {
  const routes = pageAddresses(join(import.meta.dirname, '../src/dashboard/features'));
  const addressesOf = (id: string): string[] => {
    const routed = [...routes].flatMap(([address, file]) => (file === resolve(id) ? [address] : []));
    if (routed.length > 0) return routed;
    const named = pageModule.exec(id)?.[1];
    const listed = Object.keys(others).filter((address) => others[address] === basename(id));
    return named === undefined ? listed : [named, ...listed];
  };
  return {
    name: 'preload',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entries = chunks.filter((chunk) => chunk.isEntry);
      const known = withImports(entries, bundle);
      const pages = new Map<string, Set<Rolldown.OutputChunk>>();
      const titles = new Map<string, string | undefined>();
      for (const chunk of chunks) {
        for (const id of chunk.moduleIds) {
          for (const address of addressesOf(id)) {
            const files = pages.get(address) ?? new Set();
            for (const needed of withImports([chunk], bundle)) if (!known.has(needed)) files.add(needed);
            pages.set(address, files);
            if (id.endsWith('.tsx')) titles.set(address, titleInSource.exec(readFileSync(id, 'utf8'))?.[1]);
          }
        }
      }
      const manifest: PreloadManifest = Object.fromEntries(
        [...pages].map(([page, files]) => [page, { title: titles.get(page), ...filesOf([...files]) }]),
      );
      const missing = Object.keys(others).find((address) => !(address in manifest));
      if (missing !== undefined) throw new Error(`The build has no page for the address “/${missing}”.`);
      this.emitFile({
        type: 'asset',
        fileName: preloadManifestFile,
        source: JSON.stringify(manifest),
      });
    },
  };
}

function filesOf(chunks: Rolldown.OutputChunk[]): PageParts {
  const styles = new Set(chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
  return { scripts: chunks.map(({ fileName }) => fileName), styles: [...styles] };
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
