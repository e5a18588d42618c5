import { queryOptions } from '@tanstack/react-query';
import { getWalletLedger, type WalletLedger } from '#contract/gateway/ledger-balances.ts';
import { call } from '#dashboard/api/client.ts';

/** What made the balances of a wallet, by currency; null where the wallet service does not provide its ledger. */
export const walletLedger = (address: string) =>
  queryOptions({
    // Below the wallets, so that it is read again with them.
    queryKey: ['wallets', 'ledger', address],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, WalletLedger> | null> => {
      const { currencies } = await call(getWalletLedger, { query: { address } }, signal);
      return currencies && new Map(currencies.map((one) => [one.currency, one]));
    },
  });
