import { lexer, type Token, type Tokens } from 'marked';

export type Section = {
  /** What a link to the section ends with, as on GitHub. */
  id: string;
  title: string;
};

export type ParsedDoc = {
  title: string;
  /** The sections of the first level. */
  sections: Section[];
  /** All that follows the title. */
  blocks: Token[];
};

/** Reads a document, which begins with its title. */
export function parseDoc(markdown: string): ParsedDoc {
  const [title, ...blocks] = lexer(markdown);
  if (!isHeading(title) || title.depth !== 1) throw new Error('A document begins with its title.');
  return {
    title: textOf(title.tokens),
    sections: blocks
      .filter(isHeading)
      .filter(({ depth }) => depth === 2)
      .map(sectionOf),
    blocks,
  };
}

/** A heading's text, and the id that links name it by. Headings of a document differ. */
export function sectionOf({ tokens }: Tokens.Heading): Section {
  const title = textOf(tokens);
  const id = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
  return { id, title };
}

/** What a reader sees of inline Markdown, without its marks. */
export function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if ('tokens' in token && token.tokens !== undefined) return textOf(token.tokens);
      return 'text' in token ? String(token.text) : ' ';
    })
    .join('');
}

function isHeading(token: Token | undefined): token is Tokens.Heading {
  return token?.type === 'heading';
}
