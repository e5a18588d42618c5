import { isSameAddress } from './look-alike.ts';

/** What wallets or address book entries are looked up by: those that match any of the values. */
export type WantedAddresses = {
  addresses: string[];
  /** Whole names, whatever the case. */
  names: string[];
  /** The first characters of addresses, whatever the case. */
  beginnings: string[];
};

/** Whether the address or the name of something is among the values. */
export function matcherOf({ addresses, names, beginnings }: WantedAddresses) {
  const spelled = new Set(addresses.map(oneSpelling));
  const lowered = new Set(names.map((name) => name.toLowerCase()));
  const byLength = byLengthOf(beginnings);
  return ({ address, name }: { address: string; name?: string | undefined }): boolean =>
    spelled.has(oneSpelling(address)) ||
    (name !== undefined && lowered.has(name.toLowerCase())) ||
    [...byLength].some(([length, some]) => some.has(address.slice(0, length).toLowerCase()));
}

/** Beginnings of addresses by their length, in lower case. */
export function byLengthOf(beginnings: readonly string[]): Map<number, Set<string>> {
  const groups = Map.groupBy(beginnings, ({ length }) => length);
  return new Map(
    [...groups].map(([length, some]) => [length, new Set(some.map((each) => each.toLowerCase()))]),
  );
}

/** The same for the same address: the case of hexadecimal digits is a checksum. As `isSameAddress` compares. */
function oneSpelling(address: string): string {
  const lower = address.toLowerCase();
  return isSameAddress(address, lower) ? lower : address;
}
