// npm run network-tables: writes the tables of the documentation that follow from the networks' files.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { networkTables, withTable } from './network-tables.ts';

for (const table of networkTables) {
  const file = path.join(import.meta.dirname, '../docs', table.file);
  writeFileSync(file, withTable(readFileSync(file, 'utf8'), table));
}
