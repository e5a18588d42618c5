import { queryOptions } from '@tanstack/react-query';
import { getWalletLedger, type WalletLedger } from '#contract/gateway/ledger-balances.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';

/** What made the balances of a wallet, by currency; null where the wallet service does not provide its ledger. */
export const walletLedger = (address: string) =>
  queryOptions({
    queryKey: keyOf(getWalletLedger, { address }),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, WalletLedger> | null> => {
      const { currencies } = await call(getWalletLedger, { query: { address } }, signal);
      return currencies && new Map(currencies.map((one) => [one.currency, one]));
    },
  });
