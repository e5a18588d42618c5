// npm run openapi
import { writeFileSync } from 'node:fs';
import { commandLine, runCommandLine } from '../command-line.ts';
import { checkedInDocument, documentText } from './checked-in.ts';
import { makeOpenApiDocument } from './openapi-document.ts';

const program = commandLine(
  'openapi',
  'Write docs/openapi.json, the API document that is checked in, as the contract has it now.',
).action(() => writeFileSync(checkedInDocument, documentText(makeOpenApiDocument())));

await runCommandLine(program);
