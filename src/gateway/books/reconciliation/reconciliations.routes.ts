import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  createReconciliation,
  getReconciliation,
  LARGEST_RECONCILED_FILE,
  listReconciliationLines,
  listReconciliations,
  MOST_WAITING_RECONCILIATIONS,
  noteReconciliationLine,
  type ReconciledLine,
  type Reconciliation,
  type ReconciliationSummary,
} from '#contract/gateway/reconciliations.ts';
import type { Tables } from '#database/tables.ts';
import { isUniqueViolation } from '#database/unique-violation.ts';
import type { FileMapping } from '#domain/reconciliation/file-mapping.ts';
import { addMs, type Clock, writeIsoTime } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import { requireSession, type SessionOf } from '../../caller.ts';
import type { SignedIn } from '../../console-host.ts';
import type { RemoteLists } from '../../whole-lists/sum-whole-list.ts';
import { readProviderLines } from './provider-lines.ts';
import {
  areManyWaiting,
  countResolved,
  findStored,
  findStoredLine,
  insertNote,
  insertReconciliation,
  listNotes,
  listStored,
  listStoredLines,
  type StoredLine,
  type StoredNote,
  type StoredReconciliation,
} from './reconciliations.store.ts';

export type ReconciliationRoutesDeps = {
  db: Kysely<Tables>;
  now: Clock;
  sessionOf: SessionOf;
  /** The lists of a remote provider; undefined with our own service. */
  remote: RemoteLists | undefined;
  /** Looks for the new work at once. */
  onCreated: () => void;
};

const HOUR_MS = 3_600_000;

/** Files of finance compared with the books. A job does the work. */
export function registerReconciliationRoutes(host: Host<SignedIn>, deps: ReconciliationRoutesDeps): void {
  const { db, now, sessionOf, remote, onCreated } = deps;
  const find = async (caller: SignedIn, id: string): Promise<StoredReconciliation> => {
    const found = await findStored(db, caller.accountId, id);
    if (found === undefined) throw new ServiceError(404, 'Reconciliation not found');
    return found;
  };
  const respond = async (...stored: StoredReconciliation[]): Promise<Reconciliation[]> => {
    const resolved = await countResolved(
      db,
      stored.map(({ reconciliation_id: id }) => id),
    );
    return stored.map((each) => toResponse(each, resolved.get(each.reconciliation_id) ?? 0));
  };
  const respondOne = async (stored: StoredReconciliation) => {
    const [reconciliation] = await respond(stored);
    if (reconciliation === undefined) throw new Error('There is no response for a reconciliation.');
    return { reconciliation };
  };

  serve(host, listReconciliations, async ({ caller, query }) => {
    const { count, rows } = await listStored(db, caller.accountId, query);
    return { count, reconciliations: await respond(...rows) };
  });

  serve(host, getReconciliation, async ({ caller, query }) =>
    respondOne(await find(caller, query.reconciliation_id)),
  );

  serve(host, listReconciliationLines, async ({ caller, query }) => {
    const stored = await find(caller, query.reconciliation_id);
    if (stored.state !== 'ready') return { count: 0, lines: [] };
    const after = query.after === undefined ? undefined : Number(query.after);
    const { count, lines } = await listStoredLines(db, stored, { ...query, after });
    const keys = lines.map(({ line_key: key }) => key);
    const notes = Map.groupBy(await listNotes(db, stored.series_id, keys), ({ line_key: key }) => key);
    return { count, lines: lines.map((line) => toLine(line, notes.get(line.line_key) ?? [])) };
  });

  serve(host, createReconciliation, async ({ caller, body, request }) => {
    const previous = body.previous_id === null ? undefined : await find(caller, body.previous_id);
    const content = Buffer.from(body.text);
    if (content.length > LARGEST_RECONCILED_FILE) {
      throw validationError({ text: `must be at most ${LARGEST_RECONCILED_FILE / 1_000_000} MB` });
    }
    const asOf = now();
    if (body.from >= asOf) throw validationError({ from: 'must be in the past' });
    if (await areManyWaiting(db, caller.accountId)) {
      throw new ServiceError(
        409,
        `${MOST_WAITING_RECONCILIATIONS} reconciliations are in progress. Wait until one of them is ready`,
      );
    }
    const margin = body.tolerance_hours * HOUR_MS;
    const owner = requireSession(request, { sessionOf });
    const end = addMs(body.to, margin);
    const period = { from: addMs(body.from, -margin), to: end < asOf ? end : asOf };
    const provider = remote && (await readProviderLines(period, owner, remote));
    const id = `rec_${randomBytes(12).toString('hex')}`;
    const stored = await insertReconciliation(
      db,
      {
        reconciliation_id: id,
        account_id: caller.accountId,
        series_id: previous?.series_id ?? id,
        name: body.name,
        file_name: body.file_name,
        file_sha256: createHash('sha256').update(content).digest('hex'),
        file_bytes: content.length,
        mapping: JSON.stringify(body.mapping),
        period_from: body.from,
        period_to: body.to,
        as_of: asOf,
        currency: body.currency,
        tolerance_hours: body.tolerance_hours,
        user_id: caller.user?.id ?? null,
        created_by: caller.actorName,
        dueAt: asOf,
      },
      {
        content,
        provider_lines: provider === undefined ? null : Buffer.from(JSON.stringify(provider.lines)),
        unreadable_rows: provider?.unreadable ?? 0,
      },
      body.mapping_name,
    );
    onCreated();
    return await respondOne(stored);
  });

  serve(host, noteReconciliationLine, async ({ caller, body }) => {
    const stored = await find(caller, body.reconciliation_id);
    const line = await findStoredLine(db, stored, body.number);
    if (line === undefined) throw new ServiceError(404, 'Line not found');
    const earlier = await listNotes(db, stored.series_id, [line.line_key]);
    if (body.action !== 'note' && isResolved(earlier) === (body.action === 'resolve')) {
      const state = body.action === 'resolve' ? 'resolved' : 'open';
      throw new ServiceError(409, `This line is ${state} already. Reload the page to see its notes`);
    }
    const note: StoredNote = {
      series_id: stored.series_id,
      line_key: line.line_key,
      number: earlier.length + 1,
      action: body.action,
      note: body.text,
      noted_at: now(),
      user_id: caller.user?.id ?? null,
      noted_by: caller.actorName,
    };
    try {
      await insertNote(db, note);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ServiceError(409, 'Someone else just added a note to this line. Reload the page to see it');
    }
    return { line: toLine(line, [...earlier, note]) };
  });
}

/** The latest resolution or reopening decides. */
function isResolved(notes: readonly StoredNote[]): boolean {
  return notes.findLast(({ action }) => action !== 'note')?.action === 'resolve';
}

function toResponse(stored: StoredReconciliation, resolved: number): Reconciliation {
  return {
    reconciliation_id: stored.reconciliation_id,
    series_id: stored.series_id,
    name: stored.name,
    file_name: stored.file_name,
    file_sha256: stored.file_sha256,
    file_bytes: stored.file_bytes,
    mapping: JSON.parse(stored.mapping) as FileMapping,
    from: writeIsoTime(stored.period_from),
    to: writeIsoTime(stored.period_to),
    as_of: writeIsoTime(stored.as_of),
    currency: stored.currency,
    tolerance_hours: stored.tolerance_hours,
    created_by: stored.created_by,
    state: stored.state,
    failure: stored.failure,
    summary: stored.summary === null ? null : (JSON.parse(stored.summary) as ReconciliationSummary),
    resolved,
  };
}

type LineContent = Omit<ReconciledLine, 'number' | 'kind' | 'notes' | 'is_resolved'>;

function toLine({ number, kind, content }: StoredLine, notes: readonly StoredNote[]): ReconciledLine {
  return {
    number,
    kind: kind as ReconciledLine['kind'],
    ...(JSON.parse(content) as LineContent),
    notes: notes.map(({ action, note, noted_at: at, noted_by: by }) => ({
      action,
      text: note,
      at: writeIsoTime(at),
      by,
    })),
    is_resolved: isResolved(notes),
  };
}
