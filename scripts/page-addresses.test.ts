import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { pageAddresses } from './page-addresses.ts';

const features = join(import.meta.dirname, '../src/dashboard/features');

it('each address has the page that its route opens', () => {
  const pages = pageAddresses(features);
  const names = Object.fromEntries([...pages].map(([address, file]) => [address, basename(file)]));
  expect(names).toMatchObject({
    'address-book': 'book-page.tsx',
    aml: 'aml-page.tsx',
    'aml/watches': 'watches-page.tsx',
    'aml/many': 'many-view.tsx',
    'aml/:id': 'check-view.tsx',
  });
  for (const file of pages.values()) expect(existsSync(file)).toBe(true);
});
