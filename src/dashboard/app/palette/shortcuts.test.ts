import type { Tokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { loadDoc } from '../../features/help/doc-files.ts';
import { textOf } from '../../features/help/parse-doc.ts';
import { shortcutGroups } from './shortcuts.ts';

describe('docs/keyboard.md', () => {
  it.each(shortcutGroups)('lists the same shortcuts as the console: $title', async ({ title, shortcuts }) => {
    const { blocks } = await loadDoc({ name: 'keyboard' });
    const heading = blocks.findIndex((block) => block.type === 'heading' && block['text'] === title);
    const table = blocks.slice(heading).find((block): block is Tokens.Table => block.type === 'table');
    const documented = table?.rows.map(([keys, what]) => [
      keys?.tokens.filter(({ type }) => type === 'codespan').map((key) => textOf([key])),
      textOf(what?.tokens ?? []),
    ]);
    expect(documented).toEqual(shortcuts.map(([keys, what]) => [keys, what]));
  });
});
