import * as z from 'zod/mini';
import { textAmount } from '../amounts.ts';
import { permissionFailure, signedInFailures, validationFailure } from '../failures.ts';
import { momentParameter } from '../fields.ts';
import { operation } from '../operation.ts';
import { unreadableReason } from './known-addresses.ts';

const walletSums = z.object({
  /** How many wallets there are. */
  wallets: z.int(),
  lines: z.array(
    z.object({
      type: z.string(),
      network: z.string(),
      currency: z.string(),
      wallets: z.int(),
      available: textAmount,
    }),
  ),
  /** Wallets whose balances can't be read, which add nothing. What is null can't be read either. */
  unreadable: z.array(z.object({ type: z.nullable(z.string()), network: z.nullable(z.string()) })),
});

export type WalletSums = z.output<typeof walletSums>;

export const sumWallets = operation({
  id: 'sumWallets',
  method: 'GET',
  path: '/console/sums/wallets',
  tag: 'Wallets',
  summary: 'What all wallets have available, by type, network and currency',
  permission: 'wallets:read',
  query: z.strictObject({
    /** A remote provider's wallets that were read before this aren't used. */
    read_after: z.optional(momentParameter('from')),
  }),
  data: z.object({
    unreadable_reason: unreadableReason,
    /** Null if the gateway can't read all wallets of a remote provider. */
    found: z.nullable(walletSums),
  }),
  failures: [permissionFailure, validationFailure, ...signedInFailures],
});
