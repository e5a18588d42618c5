import type { AccountKeys } from './address-chains.ts';

/** The phrase of development tools' documentation, so that the sandbox's addresses are the same everywhere. */
export const sandboxPhrase = 'test test test test test test test test test test test junk';

/** What `accountKeysOf(sandboxPhrase)` gives, written out so that a start need not wait for it. */
export const sandboxAccountKeys: AccountKeys = {
  trx: 'xpub6BuRy7ZmkGfP2RWhoor1kWB1w9DvrtmJbFBvnC1bQ4SB5NbCHTyQYCJSXZtxDbFyHTmC7wkU2he3nYYdpZ3Vf6qUAkXSnL6RPif4BDtDEKr',
  eth: 'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP',
  bnb: 'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP',
  btc: 'zpub6qiy8cvfjiUGpweZnK5zLcKWkizhTsraN95DLyQVvvkp8aevEF8KMzSBnnLix3m9NYqeoLBLEc7G2rJVVCEj1A82gRVN2BXGiWmYosGpCAy',
};
