import * as z from 'zod/mini';
import { walletNetworks, walletStatuses, walletTypes } from '#domain/networks.ts';
import { numberAmount } from '../amounts.ts';
import { commonFailures, validationFailure } from '../failures.ts';
import { limit, lineOfText, offset, oneOf, sortDirection } from '../fields.ts';
import { paging, type ParameterMeanings } from '../list-parameters.ts';
import { currencyCode, networkCode, walletStatus, walletType } from '../open-fields.ts';
import { operation } from '../operation.ts';
import { walletServiceBase } from './base.ts';

/** How many wallets an account may have on one network. */
export const walletLimit = 500;

export const refund = z.object({
  refund_transaction_id: z.int(),
  amount: numberAmount,
  deposit_transaction_id: z.string(),
  refund_wallet: z.string(),
  currency: currencyCode,
});

export type Refund = z.output<typeof refund>;

/** A wallet of the list. `type`, `network` and `status` are open: providers know values that we do not. */
export const wallet = z.object({
  address: z.string(),
  name: z.string(),
  type: walletType,
  network: networkCode,
  status: walletStatus,
  /** decided: every currency of the wallet's network, zero included. */
  balances: z.record(currencyCode, z.object({ available: numberAmount })),
  /** Present only on wallets that have refunds. */
  refund: z.optional(z.array(refund)),
});

export type Wallet = z.output<typeof wallet>;

/** Where wallets are listed and changed. */
export const walletsPath = `${walletServiceBase}/wallets`;

/** The address of a wallet, as a request names it. */
export const walletAddress = lineOfText(128, { what: 'an address' });
/** What wallets are ordered by their balance of where no currency is asked for. */
export const defaultBalanceCurrency = 'USDT';

// decided: the names, the page size, and everything but address, type and network, which the published page does not
// have. `search` is part of the name or the address; `currency` leaves the wallets that hold some of it, and says what
// `sort_by=balance` compares.
const walletQuery = z.strictObject({
  search: z.optional(lineOfText(128, { what: 'a search text' })),
  address: z.optional(walletAddress),
  type: z.optional(oneOf(walletTypes)),
  network: z.optional(oneOf(walletNetworks)),
  status: z.optional(oneOf(walletStatuses)),
  currency: z.optional(lineOfText(16, { what: 'a currency' })),
  sort_by: z._default(oneOf(['created_at', 'name', 'balance']), 'created_at'),
  sort_direction: sortDirection,
  limit: limit(100),
  offset,
});

export const listWallets = operation({
  id: 'listWallets',
  method: 'GET',
  path: walletsPath,
  tag: 'Wallets',
  summary: 'List wallets with their balances',
  permission: 'wallets:read',
  query: walletQuery,
  data: z.object({ user_id: z.string(), count: z.int() }),
  rows: {
    key: 'wallets',
    id: 'address',
    schema: wallet,
    parameters: {
      search: { kind: 'contains', fields: ['name', 'address'] },
      address: { kind: 'equals', field: 'address' },
      type: { kind: 'equals', field: 'type' },
      network: { kind: 'equals', field: 'network' },
      status: { kind: 'equals', field: 'status' },
      currency: { kind: 'holds', field: 'balances' },
      sort_by: {
        kind: 'sort',
        by: {
          name: 'text',
          balance: {
            balancesIn: 'balances',
            currencyFrom: 'currency',
            otherwise: defaultBalanceCurrency,
          },
        },
      },
      sort_direction: { kind: 'direction' },
      ...paging,
    } satisfies ParameterMeanings<typeof walletQuery, typeof wallet>,
  },
  failures: [
    ...commonFailures,
    validationFailure,
    { status: 404, errorCode: 'not_found', when: 'The wallet list cannot be produced' },
  ],
});
