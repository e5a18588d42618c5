import type { StatementMovement } from '#domain/ledger-entries.ts';
import { type Instant, previousMicrosecond } from '#domain/time.ts';
import type { QueryOf } from '../operation.ts';
import type { LateBooking } from './closing.ts';
import type { listLedgerEntries } from './ledger-entries.ts';
import type { StatementRow } from './statements.ts';

/** A figure of a statement. `exchanged` is what exchanges brought, less what was given for it. */
export type StatementFigure =
  | 'opening'
  | 'closing'
  | `${'opening' | 'closing'}_${'on_hold' | 'in_transit'}`
  | 'on_hold_change'
  | 'exchanged'
  | StatementMovement;

/** A row of a statement, or several: what is left out is all of it. */
export type StatementPlace = Partial<Pick<StatementRow, 'type' | 'network' | 'currency'>> & {
  wallet?: string;
};

export type EntriesQuery = Partial<Record<keyof QueryOf<typeof listLedgerEntries>, string>>;

/** The query of `listLedgerEntries` whose entries add up to exactly the figure, over a period from `from` up to `asOf`. */
export function entriesOfFigure(
  figure: StatementFigure,
  { from, asOf }: { from: Instant; asOf: Instant },
  place: StatementPlace,
): EntriesQuery {
  const before = { booked_to: previousMicrosecond(from) };
  const until = { booked_to: previousMicrosecond(asOf) };
  const within = { booked_from: from, ...until };
  const others: Partial<Record<StatementFigure, EntriesQuery>> = {
    opening: before,
    opening_on_hold: { ...before, place: 'on_hold' },
    opening_in_transit: { ...before, place: 'in_transit' },
    closing: until,
    closing_on_hold: { ...until, place: 'on_hold' },
    closing_in_transit: { ...until, place: 'in_transit' },
    on_hold_change: { ...within, place: 'on_hold' },
    exchanged: { ...within, kind: 'exchange' },
  };
  return { ...place, ...(others[figure] ?? { ...within, movement: figure }) };
}

/**
 * The query of `listLedgerEntries` whose entries are exactly those of a late booking. Holds have the same document, and were
 * booked before.
 */
export function entriesOfBooking({
  kind,
  document,
  posting_id: postingId,
  booked_at: at,
}: Pick<LateBooking, 'kind' | 'document' | 'posting_id' | 'booked_at'>): EntriesQuery {
  const reference = document === postingId ? {} : { reference: document };
  return { ...reference, kind, booked_from: at, booked_to: at };
}
