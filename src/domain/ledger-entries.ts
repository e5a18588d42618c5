import { subtract } from './arithmetic.ts';
import type { Decimal } from './decimal.ts';

/** Why funds moved: the kinds of ledger postings. */
export const postingKinds = [
  'deposit',
  'withdrawal',
  'hold',
  'release',
  'collection',
  'settlement',
  'exchange',
  'aml_fee',
] as const;

export type PostingKind = (typeof postingKinds)[number];

/**
 * Where entries are within a wallet type, network and currency: our own funds, and the other sides of movements, which are
 * only asked for by name.
 */
export const ownPlaces = ['available', 'on_hold', 'in_transit'] as const;
export const entryPlaces = [...ownPlaces, 'fees', 'outside'] as const;

export type EntryPlace = (typeof entryPlaces)[number];

/** The movements of a statement, and the kinds of postings whose entries they add up. Any other kind is `other`. */
export const movementKinds = {
  inflow: ['deposit'],
  outflow: ['withdrawal'],
  withdrawal_fees: ['withdrawal'],
  aml_check_fees: ['aml_fee'],
  exchanged_in: ['exchange'],
  exchanged_out: ['exchange'],
  collected: ['collection', 'settlement'],
} as const satisfies Record<string, readonly PostingKind[]>;

/** The movements that `movementKinds` has kinds for. */
export type KnownMovement = keyof typeof movementKinds;

/** `other` has holds and releases too, which add up to zero in each place. */
export const statementMovements = [
  'inflow',
  'outflow',
  'withdrawal_fees',
  'aml_check_fees',
  'exchanged_in',
  'exchanged_out',
  'collected',
  'other',
] as const satisfies readonly (KnownMovement | 'other')[];

export type StatementMovement = (typeof statementMovements)[number];

/**
 * What of an entry, or of the sum of entries, counts in a statement's figure: outflow is without the fee, which is a
 * figure of its own; in all others it is the whole amount.
 */
export function countedIn(
  movement: StatementMovement | undefined,
  { amount, fee }: { amount: Decimal; fee: Decimal },
): Decimal {
  if (movement === 'outflow') return subtract(amount, fee);
  return movement === 'withdrawal_fees' ? fee : amount;
}
