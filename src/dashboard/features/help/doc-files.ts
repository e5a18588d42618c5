import { codeOf } from '#dashboard/api/queries.ts';
import type { Doc } from './docs.ts';
import { type ParsedDoc, parseDoc } from './parse-doc.ts';

const texts = import.meta.glob<string>(['/docs/*.md', '!/docs/architecture.md'], {
  query: '?raw',
  import: 'default',
});

const images = import.meta.glob<string>('/docs/*.svg', { query: '?url', import: 'default', eager: true });

/** The names of the documents in `docs/` that are written for people who use or run the console. */
export const docNames = Object.keys(texts).map((path) => path.slice('/docs/'.length, -'.md'.length));

/** Loads and reads a document. */
export async function loadDoc({ name }: Pick<Doc, 'name'>): Promise<ParsedDoc> {
  const load = texts[`/docs/${name}.md`];
  if (load === undefined) throw new Error(`There is no docs/${name}.md.`);
  return parseDoc(await load());
}

/** A document, loaded when it is first opened. */
export function docQuery(doc: Pick<Doc, 'name'>) {
  return codeOf(`docs/${doc.name}`, () => loadDoc(doc));
}

/** Where the browser finds an image that a document names. */
export function imageUrl(file: string): string | undefined {
  return images[`/docs/${file}`];
}
