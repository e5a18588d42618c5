import * as z from 'zod/mini';
import { MOST_WANTED, wantedBeginning, wantedText } from '#contract/gateway/known-addresses.ts';
import type { WantedAddresses } from '#domain/wanted-addresses.ts';

/** What is looked up, as far as it is given. */
export type Wanted = { readonly [name in keyof WantedAddresses]?: readonly string[] };

/**
 * The values in as many requests as they need, each value once and in the same order whatever the order of the rows they
 * are from. Left out is what can't be an address or a name, such as a long text in a file.
 */
export function wantedParts({ addresses = [], names = [], beginnings = [] }: Wanted): WantedAddresses[] {
  const wanted = {
    addresses: askable(addresses, wantedText),
    names: askable(names, wantedText),
    beginnings: askable(beginnings, wantedBeginning),
  };
  const most = Math.max(...Object.values(wanted).map(({ length }) => length));
  return Array.from({ length: Math.ceil(most / MOST_WANTED) }, (_, index) => {
    const part = (values: readonly string[]) => values.slice(index * MOST_WANTED, (index + 1) * MOST_WANTED);
    return {
      addresses: part(wanted.addresses),
      names: part(wanted.names),
      beginnings: part(wanted.beginnings),
    };
  });
}

function askable(values: readonly string[], schema: typeof wantedText): string[] {
  return [...new Set(values)].filter((value) => z.safeParse(schema, value).success).toSorted();
}
