// npm run openapi: writes the API document that is checked in.
import { writeFileSync } from 'node:fs';
import { makeOpenApiDocument } from './openapi-document.ts';
import { checkedInDocument, documentText } from './checked-in.ts';

writeFileSync(checkedInDocument, documentText(makeOpenApiDocument()));
