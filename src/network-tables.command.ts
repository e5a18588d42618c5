// npm run network-tables
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandLine, runCommandLine } from './command-line.ts';
import { networkTables, withTable } from './network-tables.ts';

const program = commandLine(
  'network-tables',
  'Write the tables of the documentation that follow from the networks’ files.',
).action(() => {
  for (const table of networkTables) {
    const file = path.join(import.meta.dirname, '../docs', table.file);
    writeFileSync(file, withTable(readFileSync(file, 'utf8'), table));
  }
});

await runCommandLine(program);
