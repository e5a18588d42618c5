import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import Papa from 'papaparse';
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { StatementFormat } from '#contract/gateway/statement-files.ts';
import { rowsOfPart, type StatementPart } from '#contract/gateway/statement-part.ts';
import type { Statement } from '#contract/gateway/statements.ts';
import { now } from '#domain/clock.ts';
import { addMs, type Instant } from '#domain/time.ts';
import { runOnce } from '#jobs/testing-jobs.ts';
import { booksReader } from './books-reader.ts';
import { statementFilesJob } from './gateway/books/files/statement-files.job.ts';
import {
  findReadyFile,
  insertFile,
  listFiles,
  readParts,
  type StoredFile,
} from './gateway/books/files/statement-files.store.ts';
import { readStatement } from './service/books/statement.store.ts';
import type { TestService } from './service/testing.ts';

type Wanted = {
  format?: StatementFormat;
  withEntries?: boolean;
  key?: string;
  /** The period up to now; otherwise the last hour. */
  from?: Instant;
  part?: StatementPart;
};

/** Requests and makes files of the statement of the test's account. */
export function statementFiles(service: TestService) {
  const request = async ({
    format = 'csv',
    withEntries = true,
    key = 'first',
    from,
    part = {},
  }: Wanted = {}) => {
    const at = now();
    return await insertFile(service.db, {
      file_id: `file_${key}`,
      account_id: service.accountId,
      idempotency_key: key,
      format,
      with_entries: withEntries,
      part,
      period_from: from ?? addMs(at, -3_600_000),
      period_to: addMs(at, 1),
      as_of: at,
      time_zone: 'Europe/Berlin',
      requested_at: at,
      user_id: 'user_1',
      requested_by: 'Ana Ruiz',
      provider_statement: null,
      dueAt: at,
    });
  };

  const job = (books = booksReader(service.db), clock = now) =>
    statementFilesJob({ db: service.db, books, now: clock });

  /** The newest first. */
  const current = async () =>
    (await listFiles(service.db, service.accountId, { limit: 10, offset: 0, now: now() })).files;

  const contentOf = async (file: StoredFile | undefined): Promise<Buffer> => {
    if (file === undefined) throw new Error('There is no file.');
    const ready = await findReadyFile(service.db, {
      accountId: service.accountId,
      id: file.file_id,
      now: now(),
    });
    if (ready === undefined) throw new Error(`The file is ${file.state}: ${file.failure}`);
    const content = Buffer.concat(await Array.fromAsync(readParts(service.db, ready)));
    expect(content.length).toBe(ready.bytes);
    expect(createHash('sha256').update(content).digest('hex')).toBe(ready.sha256);
    return content;
  };

  /** A file that is ready, and the statement that it is of, limited to the wallet and the rows of its part. */
  const made = async (
    wanted: Wanted,
  ): Promise<{ file: StoredFile; content: Buffer; statement: Statement }> => {
    await request(wanted);
    expect(await runOnce(job())).toBe(true);
    const [file] = await current();
    if (file === undefined) throw new Error('There is no file.');
    const period = { from: file.period_from, to: file.as_of, wallet: wanted.part?.wallet };
    const statement = await readStatement(service.db, service.accountId, period);
    if (statement === undefined) throw new Error('There is no statement.');
    const rows = rowsOfPart(statement.rows, wanted.part ?? {});
    return { file, content: await contentOf(file), statement: { ...statement, rows } };
  };
  return { request, job, current, contentOf, made };
}

/** The files of a ZIP archive, by their names. */
export async function unzip(content: Buffer): Promise<Record<string, string>> {
  const entries = await new ZipReader(new BlobReader(new Blob([new Uint8Array(content)]))).getEntries();
  const files = entries.map(async (entry) => [
    entry.filename,
    entry.directory ? '' : await entry.getData(new TextWriter(), { checkSignature: true }),
  ]);
  return Object.fromEntries(await Promise.all(files));
}

/** The rows of a CSV file. */
export const parseCsv = (text = '') => Papa.parse<Record<string, string>>(text.trim(), { header: true }).data;
/** In hexadecimal. */
export const sha256 = (text = '') => createHash('sha256').update(text).digest('hex');
