import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { networkTables, withTable } from './network-tables.ts';

it.each(networkTables)(
  'docs/$file says what the networks’ files say (npm run network-tables writes it)',
  (table) => {
    const text = readFileSync(path.join(import.meta.dirname, '../docs', table.file), 'utf8');
    expect(text).toBe(withTable(text, table));
  },
);
