import type { Kysely } from 'kysely';
import type { LedgerEntry } from '#contract/gateway/ledger-entries.ts';
import type { LateBooking } from '#contract/gateway/closing.ts';
import type { BookClosesTable } from '#database/close-tables.ts';
import type { Tables } from '#database/tables.ts';
import { add } from '#domain/arithmetic.ts';
import { isZero } from '#domain/decimal.ts';
import { stringifyJson } from '#domain/json.ts';
import { addMs, type Clock, previousMicrosecond } from '#domain/time.ts';
import type { LedgerReader } from '../gateway-deps.ts';
import { findBooks, listActiveCloses, recordLateBookings } from './closes.store.ts';
import { placeKey } from './hash-entries.ts';

/**
 * A posting gets its booking time before it is stored. By so much later it is there: the longest that a statement and a
 * transaction of background work may take is ten minutes. Clocks of several machines differ by less than the rest.
 */
export const SETTLE_MS = 15 * 60_000;

/** Movements within a place, which change no total. */
const unmoved = new Set(['hold', 'release']);

export type BooksDeps = { db: Kysely<Tables>; ledger: LedgerReader; now: Clock };

type Found = {
  close: BookClosesTable;
  entry: LedgerEntry & { created_at: string };
  lines: Map<string, LateBooking['lines'][number]>;
};

/**
 * Finds what was booked, since it was last looked for, after the end of the closed period in which its document was
 * created, and records it. What may still be on its way to the database is looked for again the next time.
 */
export async function findLateBookings({ db, ledger, now }: BooksDeps, accountId: string): Promise<void> {
  const books = await findBooks(db, accountId);
  const closes = await listActiveCloses(db, accountId);
  const [first, last] = [closes[0], closes.at(-1)];
  const to = now();
  if (books === undefined || first === undefined || last === undefined || books.searched_until >= to) return;
  const found = new Map<string, Found>();
  const chunks = ledger.streamEntries(
    accountId,
    { from: books.searched_until, to },
    {
      created_from: first.period_from,
      created_to: previousMicrosecond(last.period_to),
    },
  );
  for await (const entries of chunks) {
    for (const entry of entries) {
      const close = lateFor(closes, entry);
      if (close === undefined || entry.created_at === null) continue;
      const { created_at, posting_id: id } = entry;
      const known = found.get(id) ?? { close, entry: { ...entry, created_at }, lines: new Map() };
      const line = known.lines.get(placeKey(entry));
      const { type, network, currency } = entry;
      const amount = line === undefined ? entry.amount : add(line.amount, entry.amount);
      known.lines.set(placeKey(entry), { type, network, currency, amount });
      found.set(id, known);
    }
  }
  await recordLateBookings(db, accountId, {
    version: books.version,
    until: addMs(to, -SETTLE_MS),
    found: [...found.values()].map(toRow),
  });
}

/** The closed period in which the entry’s document was created, if the entry was booked after its end. */
function lateFor(closes: readonly BookClosesTable[], entry: LedgerEntry): BookClosesTable | undefined {
  const { created_at: created, booked_at: booked, kind } = entry;
  if (created === null || unmoved.has(kind)) return undefined;
  return closes.find(
    ({ period_from: from, period_to: to }) => from <= created && created < to && booked >= to,
  );
}

function toRow({ close, entry, lines }: Found) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the ledger's times are instants.
  const [createdAt, bookedAt] = [entry.created_at, entry.booked_at] as [
    typeof close.closed_at,
    typeof close.closed_at,
  ];
  return {
    close_id: close.close_id,
    posting_id: entry.posting_id,
    kind: entry.kind,
    document: entry.reference ?? entry.posting_id,
    refers_to: entry.refers_to,
    created_at: createdAt,
    booked_at: bookedAt,
    is_drift: bookedAt >= close.closed_at,
    lines: stringifyJson([...lines.values()].filter(({ amount }) => !isZero(amount))),
  };
}
