import { HeadlessMantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { NotFoundPage } from './not-found-page.tsx';

it('leads from an address without a page to the overview', () => {
  const html = renderToStaticMarkup(
    <HeadlessMantineProvider>
      <MemoryRouter>
        <NotFoundPage />
      </MemoryRouter>
    </HeadlessMantineProvider>,
  );
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>.*Go to overview/);
});
