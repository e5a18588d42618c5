/** A decision of compliance not to pay an address. */
export type Rejection = {
  /** The name of the key that decided; null where the wallet service doesn't tell. */
  decidedBy: string | null;
  decidedAt: string;
  /** Empty if there is none. */
  note: string;
};

/** Who rejected the address, when, and why, as a sentence for the user who wants to pay it. */
export function describeRejection({ decidedBy, decidedAt, note }: Rejection): string {
  const end = /[.!?]$/.test(note) ? '' : '.';
  const why = note === '' ? '.' : `: ${note}${end}`;
  return `This address was rejected by ${decidedBy ?? 'compliance'} on ${decidedAt.slice(0, 10)}${why} Compliance must accept it before it can be paid again.`;
}
