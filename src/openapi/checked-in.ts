import { join } from 'node:path';
import type { OpenApiDocument } from './openapi-types.ts';

/** The path of the checked-in document, so that it can be read and compared without running anything. */
export const checkedInDocument = join(import.meta.dirname, '../../docs/openapi.json');

export function documentText(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
