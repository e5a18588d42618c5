import { createContext } from 'react';
import type { Explorers } from '#dashboard/lib/explorers.ts';

/** What a page knows about all the addresses that stand on it. */
export type AddressSurroundings = {
  /** Where addresses and hashes can be looked up; undefined while that is not known. */
  explorers?: Explorers | undefined;
  /** Short forms for the values that would look like another on the page: `shortenApart` makes them. */
  apart?: ReadonlyMap<string, string> | undefined;
};

/** Given once by a page, since an address stands in hundreds of its cells. */
export const AddressContext = createContext<AddressSurroundings>({});
