import type { AddressBookTable } from '#database/console-tables.ts';
import { checkAddress } from '#domain/addresses.ts';
import { isNetwork } from '#domain/networks.ts';
import { type Instant, writeIsoTime } from '#domain/time.ts';
import type { BookAddress } from './address-book.store.ts';

/** An address as the book has it, or why it can be in no book, as the end of a sentence. */
export function parseBookUrl(
  network: string,
  address: string,
): ({ ok: true } & BookAddress) | { ok: false; reason: string } {
  if (!isNetwork(network)) return { ok: false, reason: 'the address book doesn’t support this network' };
  const check = checkAddress(network, address.trim());
  return check.ok ? { ok: true, network, address: check.address } : check;
}

/** Why an account that withdraws only to its address book does not withdraw there, as the end of a sentence. */
export function refusalOf(entry: AddressBookTable | undefined, at: Instant): string | null {
  if (entry === undefined) {
    return 'isn’t in the address book, and this account only allows saved addresses';
  }
  return at < entry.usable_from
    ? `is in the address book as “${entry.name}”, but its waiting period ends at ${writeIsoTime(entry.usable_from)}`
    : null;
}
