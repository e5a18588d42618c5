import { randomBytes } from 'node:crypto';
import { listClosedPeriods } from '#contract/gateway/closed-periods.ts';
import {
  checkPeriod,
  closePeriod,
  explainDrift,
  hashPeriod,
  listLateBookings,
  reopenPeriod,
  verifyPeriod,
} from '#contract/gateway/closing.ts';
import type { StatementRow } from '#contract/gateway/statements.ts';
import type { BookClosesTable } from '#database/close-tables.ts';
import { formatList } from '#domain/format.ts';
import { stringifyJson } from '#domain/json.ts';
import type { Instant } from '#domain/time.ts';
import { isTimeZone } from '#domain/time-zone.ts';
import { beginsDay, formatDays } from '#domain/zoned-days.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import type { SignedIn } from '../console-host.ts';
import type { LedgerChecks } from '../gateway-deps.ts';
import { storedStatement, toClosedPeriod, toLateBooking } from './close-response.ts';
import {
  type CloseRow,
  countChanged,
  countUnexplained,
  findBooks,
  findClose,
  insertClose,
  insertNotes,
  insertVerification,
  listActiveCloses,
  listCloses,
  listLate,
  type Period,
  reopenCloses,
} from './closes.store.ts';
import { checkClosing, failedChecks } from './closing-checks.ts';
import { areMoved, areSame } from './compare-statements.ts';
import { type HashedEntries, hashEntries } from './hash-entries.ts';
import { type BooksDeps, findLateBookings } from './late-bookings.ts';

type Deps = Omit<BooksDeps, 'ledger'> & {
  /** Undefined with a remote wallet service, which keeps its own ledger. */
  ledger: BooksDeps['ledger'] | undefined;
  ledgerChecks: LedgerChecks | undefined;
};

type ZonedPeriod = Period & { time_zone: string };

export function registerCloseRoutes(host: Host<SignedIn>, { db, now, ledger, ledgerChecks }: Deps): void {
  const own = ledger && ledgerChecks && { db, now, ledger, ledgerChecks };
  const required = () => {
    if (own !== undefined) return own;
    throw new ServiceError(404, 'A remote wallet service keeps its own ledger, so there is nothing to close');
  };

  serve(host, listClosedPeriods, async ({ query, caller: { accountId } }) => {
    if (own === undefined) return { books: null };
    await findLateBookings(own, accountId);
    const [books, closes, unexplained, changed, page] = await Promise.all([
      findBooks(db, accountId),
      listActiveCloses(db, accountId),
      countUnexplained(db, accountId),
      countChanged(db, accountId),
      listCloses(db, accountId, query),
    ]);
    const last = closes.at(-1);
    return {
      books: {
        version: books?.version ?? 0,
        next_from: last?.period_to ?? null,
        time_zone: last?.time_zone ?? null,
        unexplained,
        changed,
        count: page.count,
        periods: page.rows.map(toClosedPeriod),
      },
    };
  });

  serve(host, checkPeriod, async ({ query, caller: { accountId } }) => {
    if (own === undefined) return { checks: null };
    const previous = requirePeriod(query, await listActiveCloses(db, accountId));
    await findLateBookings(own, accountId);
    return { checks: await checkClosing(own, accountId, { period: query, previous }) };
  });

  serve(host, hashPeriod, async ({ query, caller: { accountId } }) => {
    const { entries, sha256 } = await hashOf(accountId, query);
    return { entries, sha256 };
  });

  serve(host, closePeriod, async ({ body, caller: { accountId, actorName } }) => {
    const deps = required();
    const { version, sha256: confirmed, time_zone: zone, ...period } = body;
    await requireVersion(accountId, version);
    const previous = requirePeriod(body, await listActiveCloses(db, accountId));
    await findLateBookings(deps, accountId);
    const failed = failedChecks(await checkClosing(deps, accountId, { period, previous }));
    if (failed.length > 0) {
      throw new ServiceError(409, `${formatDays(period, zone)} can’t be closed: ${formatList(failed)}`);
    }
    const statement = await statementOf(accountId, period);
    const hashed = await hashOf(accountId, period);
    if (hashed.sha256 !== confirmed || !areMoved(statement, hashed)) {
      throw new ServiceError(
        409,
        'The entries of the period aren’t those that you confirmed. Check the ledger, reload and try again',
      );
    }
    const closeId = `close_${randomBytes(12).toString('hex')}`;
    const isClosed = await insertClose(db, {
      close_id: closeId,
      account_id: accountId,
      version: version + 1,
      period_from: period.from,
      period_to: period.to,
      time_zone: zone,
      entries: hashed.entries,
      sha256: hashed.sha256,
      statement: stringifyJson(statement),
      closed_at: now(),
      closed_by: actorName,
    });
    if (!isClosed) throw await changedMeanwhile(accountId);
    await findLateBookings(deps, accountId);
    return toClosedPeriod(await closeOf(accountId, closeId));
  });

  serve(host, reopenPeriod, async ({ body: { id, version, reason }, caller: { accountId, actorName } }) => {
    required();
    await requireVersion(accountId, version);
    const close = await closeOf(accountId, id);
    const reopened = (await listActiveCloses(db, accountId))
      .filter(({ period_from: from }) => from >= close.period_from)
      .map(({ close_id: closeId }) => closeId);
    if (!reopened.includes(id)) {
      throw new ServiceError(409, `${daysOf(close)} was reopened before, so there is nothing to reopen`);
    }
    const change = { accountId, version: version + 1, closeIds: reopened };
    if (!(await reopenCloses(db, change, { reason, by: actorName, at: now() }))) {
      throw await changedMeanwhile(accountId);
    }
    return { reopened };
  });

  serve(host, verifyPeriod, async ({ body: { id }, caller: { accountId, actorName }, request }) => {
    required();
    const close = await closeOf(accountId, id);
    const period = { from: close.period_from, to: close.period_to };
    const { entries, sha256 } = await hashOf(accountId, period);
    const statement = await statementOf(accountId, period);
    const holds = {
      entries_hold: entries === close.entries && sha256 === close.sha256,
      totals_hold: areSame(storedStatement(close.statement), statement),
    };
    if (!holds.entries_hold || !holds.totals_hold) {
      request.log.error({ accountId, close: id, ...holds }, 'a closed period is not as it was closed');
    }
    await insertVerification(db, {
      close_id: id,
      verified_at: now(),
      verified_by: actorName,
      entries,
      sha256,
      ...holds,
    });
    return toClosedPeriod(await closeOf(accountId, id));
  });

  serve(host, listLateBookings, async ({ query: { id, ...page }, caller: { accountId } }) => {
    const deps = required();
    await findLateBookings(deps, accountId);
    const { close_id: closeId } = await closeOf(accountId, id);
    const { count, rows } = await listLate(db, closeId, page);
    return { count, bookings: rows.map(toLateBooking) };
  });

  serve(host, explainDrift, async ({ body, caller: { accountId, actorName } }) => {
    const { id, posting_ids: postingIds, note } = body;
    const { close_id: closeId } = await closeOf(accountId, id);
    if (!(await insertNotes(db, { closeId, postingIds }, { note, by: actorName, at: now() }))) {
      throw new ServiceError(404, 'The period has no such late booking, so nothing was explained');
    }
    return { explained: new Set(postingIds).size };
  });

  async function closeOf(accountId: string, closeId: string): Promise<CloseRow> {
    const close = await findClose(db, accountId, closeId);
    if (close === undefined) throw new ServiceError(404, 'Closed period not found');
    return close;
  }

  async function hashOf(accountId: string, period: Period): Promise<HashedEntries> {
    return await hashEntries(required().ledger.streamEntries(accountId, period));
  }

  async function statementOf(accountId: string, { from, to }: Period): Promise<StatementRow[]> {
    return (await required().ledger.readStatement(accountId, { from, to }, 'today'))?.rows ?? [];
  }

  async function requireVersion(accountId: string, version: number): Promise<void> {
    const current = (await findBooks(db, accountId))?.version ?? 0;
    if (current !== version) throw await changedMeanwhile(accountId);
  }

  /** Names who closed or reopened what, so that its sender knows why nothing was changed. */
  async function changedMeanwhile(accountId: string): Promise<ServiceError> {
    const { rows } = await listCloses(db, accountId, { limit: 1, offset: 0 });
    const [latest] = rows;
    const did = latest && describeChange(latest);
    return new ServiceError(
      409,
      `${did ?? 'Someone else closed or reopened a period'} first, so nothing was changed. Reload and look again`,
    );
  }
}

function daysOf({ period_from: from, period_to: to, time_zone: zone }: BookClosesTable): string {
  return formatDays({ from, to }, zone);
}

function describeChange(close: CloseRow): string {
  return close.reopened_at === null
    ? `${close.closed_by ?? 'Someone else'} closed ${daysOf(close)}`
    : `${close.reopened_by ?? 'Someone else'} reopened ${daysOf(close)}`;
}

/** The closed period before it, if there is one. Throws unless the period has whole days and follows that one. */
function requirePeriod(
  { from, to, time_zone: zone }: ZonedPeriod,
  closes: readonly BookClosesTable[],
): BookClosesTable | undefined {
  if (!isTimeZone(zone)) throw validationError({ time_zone: 'must be an IANA name, such as Europe/Berlin' });
  if (from >= to) throw validationError({ to: 'must be after from' });
  const previous = closes.at(-1);
  if (previous !== undefined && from !== previous.period_to) {
    throw validationError({ from: `must be ${previous.period_to}, where the last closed period ends` });
  }
  if (previous === undefined) requireDay('from', from, zone);
  requireDay('to', to, zone);
  return previous;
}

function requireDay(name: 'from' | 'to', moment: Instant, zone: string): void {
  if (!beginsDay(moment, zone)) {
    throw validationError({ [name]: `must be the beginning of a day in ${zone}` });
  }
}
