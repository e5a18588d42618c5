import { renderToStaticMarkup } from 'react-dom/server';
import { MantineProvider } from '@mantine/core';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { parseDoc } from './parse-doc.ts';
import { Prose } from './prose.tsx';

const shown = (markdown: string) =>
  renderToStaticMarkup(
    <MantineProvider>
      <MemoryRouter initialEntries={['/help/withdrawals']}>
        <Prose tokens={parseDoc(`# Title\n\n${markdown}`).blocks} />
      </MemoryRouter>
    </MantineProvider>,
  );

it('keeps links between documents within the console', () => {
  expect(shown('[Risk](aml.md#risk)')).toContain('<a href="/help/aml#risk" data-discover="true">Risk</a>');
  expect(shown('[Below](#fees)')).toContain(
    '<a href="/help/withdrawals#fees" data-discover="true">Below</a>',
  );
});

it('opens everything else in a new tab that can’t reach the console', () => {
  const inNewTab = 'target="_blank" rel="noopener"';
  expect(shown('[BIP-39](https://example.com/bip)')).toContain(
    `<a href="https://example.com/bip" ${inNewTab}>BIP-39</a>`,
  );
  expect(shown('[API](openapi.json)')).toContain(`<a href="/reference" ${inNewTab}>API</a>`);
});

it('shows the text of a link that leads nowhere in the console, and follows no other scheme', () => {
  expect(shown('[Code](architecture.md)')).toContain('<p>Code</p>');
  expect(shown('[Run](javascript:alert(1))')).toContain('<p>Run</p>');
});

it('shows HTML as text', () => {
  expect(shown('<script>alert(1)</script>')).not.toContain('<script');
  expect(shown('A <b onclick="x()">word</b>')).toContain('A &lt;b onclick=&quot;x()&quot;&gt;word&lt;/b&gt;');
});

it('gives a section the address that it has on GitHub, and a link to it', () => {
  const html = shown('## `fees` and who’s paying: all of them');
  expect(html).toContain('id="fees-and-whos-paying-all-of-them"');
  expect(html).toContain('aria-label="Link to “fees and who’s paying: all of them”"');
});

it('lets the keyboard scroll what may be wider than the page', () => {
  expect(shown('| Field | Description |\n| --- | --- |\n| `id` | The ID |')).toMatch(
    /role="group" aria-label="Table: Field, Description" tabindex="0"/,
  );
  expect(shown('```sh\nnpm start\n```')).toMatch(/role="group" aria-label="Code" tabindex="0"/);
});
