import { createContext } from 'react';
import type { Explorers } from '#dashboard/lib/explorers.ts';

/** What a page knows about all of its addresses. */
export type AddressSurroundings = {
  /** Links to addresses and hashes; undefined while that is not known. */
  explorers?: Explorers | undefined;
  /** Short forms for the values that would look like another on the page: `shortenApart` makes them. */
  apart?: ReadonlyMap<string, string> | undefined;
};

/** Provided once by a page, because hundreds of its cells show addresses. */
export const AddressContext = createContext<AddressSurroundings>({});
