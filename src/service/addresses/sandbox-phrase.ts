import { accountPath, extendedPublicKey } from '#domain/hd.ts';
import { walletNetworks } from '#domain/networks.ts';
import { recordOf } from '#domain/record-of.ts';
import type { AccountKeys } from './address-chains.ts';

/** The phrase of development tools' documentation, so that the sandbox's addresses are the same everywhere. */
export const sandboxPhrase = 'test test test test test test test test test test test junk';

/** The keys of common paths, written out so that a start needn't wait for them. */
const keysByPath: Readonly<Record<string, string>> = {
  "m/44'/195'/0'":
    'xpub6BuRy7ZmkGfP2RWhoor1kWB1w9DvrtmJbFBvnC1bQ4SB5NbCHTyQYCJSXZtxDbFyHTmC7wkU2he3nYYdpZ3Vf6qUAkXSnL6RPif4BDtDEKr',
  "m/44'/60'/0'":
    'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP',
  "m/84'/0'/0'":
    'zpub6qiy8cvfjiUGpweZnK5zLcKWkizhTsraN95DLyQVvvkp8aevEF8KMzSBnnLix3m9NYqeoLBLEc7G2rJVVCEj1A82gRVN2BXGiWmYosGpCAy',
};

/** What `accountKeysOf(sandboxPhrase)` gives. */
export const sandboxAccountKeys: AccountKeys = recordOf(
  walletNetworks,
  (network) => keysByPath[accountPath(network)] ?? extendedPublicKey(sandboxPhrase, network),
);
