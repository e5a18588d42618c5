import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { PreparedData } from './testing-data-directories.ts';

/** A data directory of its own with what was prepared for the whole run. The caller removes it. */
export function makeDataDirectory(data: PreparedData): string {
  const directory = mkdtempSync(join(tmpdir(), 'wallet-console-data-'));
  cpSync(inject('dataDirectories')[data], directory, { recursive: true });
  return directory;
}
