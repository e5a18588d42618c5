import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import {
  listStatementFiles,
  mostFileEntries,
  mostWaitingFiles,
  requestStatementFile,
  type StatementFile,
  type StatementFormat,
  statementFiles,
} from '#contract/gateway/statement-files.ts';
import { lineOfText } from '#contract/fields.ts';
import { isWhole } from '#contract/gateway/statement-part.ts';
import type { BodyOf, Operation } from '#contract/operation.ts';
import type { Tables } from '#database/tables.ts';
import { addMs, type Clock, type Instant } from '#domain/time.ts';
import { xlsxType } from '#domain/xlsx/workbook.ts';
import { type Host, serve, validateQuery } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import { requirePermissions, type SignedIn } from '../../console-host.ts';
import { requireSession, type SessionOf } from '../../caller.ts';
import { sendDownload, streamedFile } from '../../downloads.ts';
import type { BooksReader } from '../../gateway-deps.ts';
import type { Owner } from '../../whole-lists/whole-lists.ts';
import { makeProviderStatement, type ProviderStatementDeps, requirePast } from '../provider-statement.ts';
import { tooManyEntries } from './statement-files.job.ts';
import {
  findReadyFile,
  findRequestedFile,
  hasManyWaiting,
  insertFile,
  listFiles,
  newFileId,
  partOf,
  readParts,
  type StoredFile,
} from './statement-files.store.ts';

type Deps = {
  db: Kysely<Tables>;
  now: Clock;
  /** Undefined with a remote wallet service, which shows its ledger to no one. */
  books: BooksReader | undefined;
  /** Undefined with our own. */
  provider: ProviderStatementDeps | undefined;
  sessionOf: SessionOf;
  /** Called when a file was requested. */
  onRequested: () => void;
};

/** Entries of the last moments may still be on their way to the database: a file of up to now waits for them. */
const SETTLE_MS = 2_000;

const types: Record<StatementFormat, string> = {
  pdf: 'application/pdf',
  xlsx: xlsxType,
  csv: 'application/zip',
};

/** Requests for files of the books, and the files. */
export function registerStatementFileRoutes(
  host: Host<SignedIn>,
  { db, now, books, provider, sessionOf, onRequested }: Deps,
): void {
  serve(host, requestStatementFile, async ({ request, caller, body }) => {
    const { accountId, actorName, user } = caller;
    const first = await findRequestedFile(db, { account_id: accountId, ...body });
    if (first !== undefined) return { file: toResponse(requireSame(first, body)) };
    const at = now();
    if (body.from >= at) throw validationError({ from: 'must be in the past' });
    const soFar = body.to < at ? body.to : at;
    await requireAllowed(db, books, { accountId, body, asOf: soFar });
    const told = provider && (await tellStatement(body, requireSession(request, { sessionOf }), provider));
    const asOf = told?.asOf ?? soFar;
    const { file } = await insertFile(db, {
      file_id: newFileId(),
      account_id: accountId,
      idempotency_key: body.idempotency_key,
      format: body.format,
      with_entries: body.with_entries,
      part: body.part,
      period_from: body.from,
      period_to: body.to,
      as_of: asOf,
      time_zone: body.time_zone,
      requested_at: at,
      user_id: user?.id ?? null,
      requested_by: actorName,
      provider_statement: told?.text ?? null,
      dueAt: told !== undefined || addMs(asOf, SETTLE_MS) < at ? at : addMs(asOf, SETTLE_MS),
    });
    onRequested();
    return { file: toResponse(requireSame(file, body)) };
  });

  serve(host, listStatementFiles, async ({ caller, query }) => {
    const { count, files } = await listFiles(db, caller.accountId, { ...query, now: now() });
    return { count, files: files.map(toResponse) };
  });

  const { path, ...needs } = statementFiles.downloadStatementFile;
  const access: Operation = {
    ...listStatementFiles,
    ...needs,
    query: z.strictObject({ id: lineOfText(64) }),
  };
  const config = { operationId: 'downloadStatementFile', isDownload: true };
  host.app.get(path, { config }, async (request, reply) => {
    const caller = await host.authorize(request, access);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: the output of that schema.
    const { id } = validateQuery(access, request.query) as { id: string };
    const file = await findReadyFile(db, { accountId: caller.accountId, id, now: now() });
    if (file?.name == null || file.sha256 === null || file.bytes === null) {
      throw new ServiceError(404, 'This file isn’t there. It may have been deleted, or isn’t ready yet');
    }
    // The addresses are those of transactions.
    if (file.report === 'counterparties') requirePermissions(caller, ['transactions:read']);
    const { name, bytes, sha256 } = file;
    const facts = {
      list: listOf(file),
      ...(!isWhole(partOf(file)) && { part: partOf(file) }),
      format: file.format,
      from: file.period_from,
      to: file.period_to,
      as_of: file.as_of,
      time_zone: file.time_zone,
      ...(file.with_entries && { entries: file.rows_done, entries_sha256: file.entries_sha256 }),
      rows_sha256: file.rows_sha256,
      bytes,
      sha256,
    };
    return sendDownload(reply, {
      name,
      type: types[file.format],
      content: streamedFile(readParts(db, file), facts),
      headers: {
        'content-length': String(bytes),
        // RFC 9530: of exactly what is sent.
        'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
      },
    });
  });
}

type Requested = { accountId: string; body: BodyOf<typeof requestStatementFile>; asOf: StoredFile['as_of'] };

/** What the provider tells of the period now, as JSON: the job that makes the file has no key to ask it. */
async function tellStatement(
  { from, to }: Requested['body'],
  owner: Owner,
  provider: ProviderStatementDeps,
): Promise<{ text: string; asOf: Instant }> {
  const statement = requirePast(await makeProviderStatement({ from, to }, owner, provider));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was made of instants.
  return { text: JSON.stringify(statement), asOf: statement.as_of as Instant };
}

/** Throws the failure that says why the file can’t be made, or not now. */
async function requireAllowed(
  db: Kysely<Tables>,
  books: BooksReader | undefined,
  { accountId, body: { format, with_entries: withEntries, from, part }, asOf }: Requested,
): Promise<void> {
  if (books === undefined) {
    const reason = 'a remote provider shows its ledger to no one';
    if (withEntries) throw validationError({ with_entries: `must be false: ${reason}` });
    if (!isWhole(part)) throw validationError({ part: `must be empty: ${reason}` });
  }
  if (await hasManyWaiting(db, accountId)) {
    throw new ServiceError(
      429,
      `${mostWaitingFiles} files are in progress already. Try again when one is ready`,
    );
  }
  // Quickly counted only where few are allowed; the job counts the others.
  if (books === undefined || !withEntries || format !== 'pdf') return;
  const count = await books.countEntries(accountId, { from, to: asOf }, part);
  if (count > mostFileEntries.pdf) throw validationError({ format: tooManyEntries(format, count) });
}

/** The file, if it is the one that is requested now. `as_of` is that of the first request. Throws the failure otherwise. */
function requireSame(file: StoredFile, body: Requested['body']): StoredFile {
  const isSame =
    file.format === body.format &&
    file.with_entries === body.with_entries &&
    isDeepStrictEqual(partOf(file), body.part) &&
    file.period_from === body.from &&
    file.period_to === body.to &&
    file.time_zone === body.time_zone;
  if (isSame) return file;
  const reason = 'was used for another file';
  throw new ServiceError(409, `This idempotency key ${reason}. Use a new one`, {
    data: { idempotency_key: reason },
  });
}

/** What the activity log calls the content of a file. */
function listOf({ report, provider_statement: told }: StoredFile): string {
  if (report !== null) return `report-${report}`;
  return told === null ? 'statement' : 'provider-statement';
}

function toResponse(file: StoredFile): StatementFile {
  return {
    id: file.file_id,
    report: file.report,
    source: file.provider_statement === null ? 'ledger' : 'provider',
    format: file.format,
    with_entries: file.with_entries,
    part: partOf(file),
    from: file.period_from,
    to: file.period_to,
    as_of: file.as_of,
    time_zone: file.time_zone,
    state: file.state,
    entries_done: file.rows_done,
    entries: file.with_entries ? file.rows_total : null,
    failure: file.failure,
    retry_at: file.state === 'failed' ? file.next_at : null,
    requested_by: file.requested_by,
    requested_at: file.requested_at,
    scheduled_at: file.scheduled_at,
    ended_at: file.ended_at,
    expires_at: file.expires_at,
    name: file.name,
    bytes: file.bytes,
    sha256: file.sha256,
    rows_sha256: file.rows_sha256,
    entries_sha256: file.entries_sha256,
  };
}
