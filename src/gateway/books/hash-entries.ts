import { createHash } from 'node:crypto';
import type { LedgerEntry } from '#contract/gateway/ledger-entries.ts';
import { add } from '#domain/arithmetic.ts';
import { type Decimal, ZERO } from '#domain/decimal.ts';

export type HashedEntries = {
  entries: number;
  /** In hexadecimal. */
  sha256: string;
  /** What the entries add up to, by place: see `placeKey`. */
  moved: Map<string, Decimal>;
};

type Place = Pick<LedgerEntry, 'type' | 'network' | 'currency'>;

/** Equal for rows of statements and entries that are in the same place. */
export function placeKey({ type, network, currency }: Place): string {
  return `${type}/${network}/${currency}`;
}

/** Hashes entries in the order in which they come: that of their booking. */
export async function hashEntries(chunks: AsyncIterable<readonly LedgerEntry[]>): Promise<HashedEntries> {
  const hash = createHash('sha256');
  const moved = new Map<string, Decimal>();
  let count = 0;
  for await (const entries of chunks) {
    for (const entry of entries) {
      hash.update(canonicalLine(entry));
      moved.set(placeKey(entry), add(moved.get(placeKey(entry)) ?? ZERO, entry.amount));
    }
    count += entries.length;
  }
  return { entries: count, sha256: hash.digest('hex'), moved };
}

/**
 * An entry as it is hashed: a line of CSV (RFC 4180) that ends with a line feed. The fields, their order and their form
 * never change: docs/closing.md documents them. Whatever of an entry comes from elsewhere than the ledger, such as when
 * its document was created, isn't in it.
 */
function canonicalLine(entry: LedgerEntry): string {
  const fields = [
    entry.booked_at,
    entry.entry_id,
    entry.kind,
    entry.reference ?? '',
    entry.type,
    entry.network,
    entry.currency,
    entry.place,
    entry.wallet ?? '',
    entry.amount,
  ];
  return `${fields.map(canonicalField).join(',')}\n`;
}

function canonicalField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
