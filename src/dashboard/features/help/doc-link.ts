import { docPath, findDoc, referencePath } from './docs.ts';

type DocLink =
  /** Stays within the console. */
  | { kind: 'console'; to: string }
  /** Opens in another tab. */
  | { kind: 'tab'; href: string };

/** Where a link in a document leads, given as in the file; undefined if the console shows nothing there. */
export function resolveDocLink(href: string): DocLink | undefined {
  if (href.startsWith('#')) return { kind: 'console', to: href };
  if (/^https?:\/\//.test(href)) return { kind: 'tab', href };
  if (href === 'openapi.json') return { kind: 'tab', href: referencePath };
  const [, name = '', hash = ''] = /^([\w-]+)\.md(#.+)?$/.exec(href) ?? [];
  const doc = findDoc(name);
  return doc && { kind: 'console', to: `${docPath(doc)}${hash}` };
}
