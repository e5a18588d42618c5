import * as z from 'zod/mini';
import { type Currency, type Network, withdrawalNetworks } from '#domain/networks.ts';
import { numberAmount } from '../amounts.ts';
import { commonFailures, validationFailure } from '../failures.ts';
import { currencyCode, openText, walletType } from '../open-fields.ts';
import { operation } from '../operation.ts';
import { walletServiceBase } from './base.ts';

export const balanceLeaf = z.object({
  /** What can be spent. */
  available: numberAmount,
  /** Received, still being verified or moved to the pool. Only under `trx_eth`. */
  transit: z.optional(numberAmount),
  /** On-chain funds on the deposit addresses. Only under `trx_eth`. */
  blockchain: z.optional(numberAmount),
});

export type BalanceLeaf = z.output<typeof balanceLeaf>;

/** The network key of the USDT pool that `accounting` wallets share over Tron and Ethereum. */
export const sharedPoolKey = 'trx_eth';
export const sharedPoolCurrency = 'USDT' satisfies Currency;
export const sharedPoolNetworks = ['trx', 'eth'] as const satisfies readonly Network[];

/** Whether the pool of the currency on this network is the shared one. */
export function isInSharedPool(network: Network, currency: Currency): boolean {
  return currency === sharedPoolCurrency && sharedPoolNetworks.some((shared) => shared === network);
}

const poolKey = openText([...withdrawalNetworks, sharedPoolKey]);

export const getUserBalances = operation({
  id: 'getUserBalances',
  method: 'GET',
  path: `${walletServiceBase}/user-balances`,
  tag: 'User',
  summary: "The account's balances by wallet type, network and currency",
  permission: 'balances:read',
  query: z.strictObject({}),
  data: z.object({
    user_id: z.string(),
    result: z.optional(z.string()),
    /** Wallet type → network key → currency → amounts. */
    balances: z.record(walletType, z.record(poolKey, z.record(currencyCode, balanceLeaf))),
  }),
  failures: [...commonFailures, validationFailure],
});

export type UserBalances = z.output<typeof getUserBalances.data>['balances'];
