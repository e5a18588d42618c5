import type { AddressBookTable } from '#database/console-tables.ts';
import { checkAddress } from '#domain/addresses.ts';
import { isNetwork } from '#domain/networks.ts';
import { formatUtcTime, type Instant } from '#domain/time.ts';
import type { BookAddress } from './address-book.store.ts';

/** An address as the address book stores it, or why it can't be stored, as a field's error message. */
export function parseBookUrl(
  network: string,
  address: string,
): ({ ok: true } & BookAddress) | { ok: false; reason: string } {
  if (!isNetwork(network)) return { ok: false, reason: 'the address book doesn’t support this network' };
  const check = checkAddress(network, address.trim());
  return check.ok ? { ok: true, network, address: check.address } : check;
}

/** Why an account that only allows saved addresses can't pay this one: a sentence without its period. */
export function refusalOf(entry: AddressBookTable | undefined, at: Instant): string | null {
  if (entry === undefined) {
    return 'This address isn’t in the address book, and this account only allows saved addresses';
  }
  return at < entry.usable_from
    ? `This address is in the address book as “${entry.name}”, but its waiting period ends at ${formatUtcTime(entry.usable_from)}`
    : null;
}
