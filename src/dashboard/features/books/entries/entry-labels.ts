import type { EntryPlace, PostingKind, StatementMovement } from '#domain/ledger-entries.ts';

const kinds = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  hold: 'Hold',
  release: 'Release',
  collection: 'Collection',
  settlement: 'Settlement',
  exchange: 'Exchange',
  aml_fee: 'AML check fee',
} as const satisfies Record<PostingKind, string>;

const places = {
  available: 'Available',
  on_hold: 'On hold',
  in_transit: 'In transit',
  fees: 'Fees',
  outside: 'Outside',
} as const satisfies Record<EntryPlace, string>;

const movements = {
  inflow: 'Inflow',
  outflow: 'Outflow',
  withdrawal_fees: 'Withdrawal fees',
  aml_check_fees: 'AML check fees',
  exchanged_in: 'Exchanged, received',
  exchanged_out: 'Exchanged, given',
  collected: 'Collected',
  other: 'Other',
} as const satisfies Record<StatementMovement, string>;

/** What people call a value; one that is unknown here stays as it is. */
const labelIn =
  (labels: Readonly<Record<string, string>>) =>
  (value: string): string =>
    Object.hasOwn(labels, value) ? (labels[value] ?? value) : value;

export const kindLabel = labelIn(kinds);
export const placeLabel = labelIn(places);
export const movementLabel = labelIn(movements);
