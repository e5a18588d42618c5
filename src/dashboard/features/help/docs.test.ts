import { type MarkedToken, type Tokens, walkTokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { docNames, imageUrl, loadDoc } from './doc-files.ts';
import { resolveDocLink } from './doc-link.ts';
import { docGroups, docPath } from './docs.ts';
import { type ParsedDoc, sectionOf } from './parse-doc.ts';

const listed = docGroups.flatMap(({ docs }) => docs);

function tokensOf({ blocks }: ParsedDoc): MarkedToken[] {
  const tokens: MarkedToken[] = [];
  void walkTokens(blocks, (token) => {
    tokens.push(token as MarkedToken);
  });
  return tokens;
}

const isHeading = (token: MarkedToken): token is Tokens.Heading => token.type === 'heading';

/** The address of each section, and the document that has it. */
async function sections(): Promise<string[]> {
  const found = await Promise.all(
    listed.map(async (doc) => {
      const headings = tokensOf(await loadDoc(doc)).filter(isHeading);
      return headings.map((heading) => `${docPath(doc)}#${sectionOf(heading).id}`);
    }),
  );
  return found.flat();
}

describe('the documentation', () => {
  it('lists every document of the repository once', () => {
    expect(listed.map(({ name }) => name).toSorted()).toEqual(docNames.toSorted());
  });

  it('gives no two sections of a document the same address', async () => {
    const all = await sections();
    expect(new Set(all).size).toBe(all.length);
  });

  it.each(listed)('shows the document $name under its own title', async (doc) => {
    expect((await loadDoc(doc)).title).toBe(doc.title);
  });

  it.each(listed)('can show all that the document $name contains', async (doc) => {
    const tokens = tokensOf(await loadDoc(doc));
    // HTML would appear as text, and a diagram as its source.
    expect(tokens.filter((token) => token.type === 'html')).toEqual([]);
    expect(tokens.filter((token) => token.type === 'code' && token.lang === 'mermaid')).toEqual([]);
    const images = tokens.flatMap((token) => (token.type === 'image' ? [token.href] : []));
    expect(images.filter((href) => imageUrl(href) === undefined)).toEqual([]);
  });

  it.each(listed)('has what links in the document $name lead to', async (doc) => {
    const known = new Set([...listed.map(docPath), ...(await sections())]);
    const links = tokensOf(await loadDoc(doc)).flatMap((token) =>
      token.type === 'link' ? [token.href] : [],
    );
    const isDeadEnd = (href: string) => {
      const link = resolveDocLink(href);
      if (link?.kind === 'tab') return false;
      const to = link?.to ?? '';
      return !known.has(to.startsWith('#') ? `${docPath(doc)}${to}` : to);
    };
    expect(links.filter(isDeadEnd)).toEqual([]);
  });
});
