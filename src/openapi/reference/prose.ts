import { type Html, html } from './html.ts';

/** Words with `code` between backticks. */
export function inline(text: string): Html {
  const pieces = text
    .split('`')
    .map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece));
  return html`${pieces}`;
}

/** Paragraphs with an empty line between them. */
export function paragraphs(text: string): Html {
  return html`${text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;
}

export const decidedMark = html`<span
  class="mark"
  title="The published interface leaves this open; this service decides it so"
  >decided</span
>`;
