import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const route =
  /path: '([^']+)',(?:(?!path: ')[\s\S])*?Component: async \(\) => \(await import\('([^']+)'\)\)/g;

/**
 * The file of the page at each address, as the features' own routes say: `aml/:id` → `…/check-view.tsx`. Only of routes
 * that begin with the name of their feature, in one part or two; pages within a page are not among them.
 */
export function pageAddresses(features: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of readdirSync(features, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.routes.ts')) continue;
    const source = join(features, file);
    const feature = basename(dirname(source));
    for (const [, path = '', module = ''] of readFileSync(source, 'utf8').matchAll(route)) {
      const address = path.replace(/\/\*$/, '');
      const isOwn = address === feature || address.startsWith(`${feature}/`);
      if (isOwn && address.split('/').length <= 2) found.set(address, resolve(dirname(source), module));
    }
  }
  return found;
}
