import * as z from 'zod/mini';
import { walletNetworks, walletStatuses, walletTypes } from '#domain/networks.ts';
import { bodyFailures, commonFailures } from '../failures.ts';
import { lineOfText, oneOf } from '../fields.ts';
import { operation } from '../operation.ts';
import { resultSuccess, walletServiceBase } from './base.ts';
import { walletAddress as address, walletLimit, walletsPath as path } from './wallets.ts';

export const createdWallet = z.object({
  user_id: z.string(),
  /** An http(s) URL or, with some providers, a `data:` URI of an image. */
  qr: z.string(),
  address: z.string(),
  /** decided: the network’s token standard, such as `TRC20`. */
  network_name: z.string(),
  /** The code in upper case, unlike everywhere else. */
  network: z.string(),
  name: z.string(),
});

export type CreatedWallet = z.output<typeof createdWallet>;

const unknownWallet = {
  status: 404,
  errorCode: 'not_found',
  when: 'Wallet not found',
  isDecided: true,
} as const;

export const createWallet = operation({
  id: 'createWallet',
  method: 'POST',
  path,
  tag: 'Wallets',
  summary: 'Create a wallet',
  permission: 'wallets:write',
  // decided: all three are required.
  body: z.strictObject({
    name: lineOfText(64, { what: 'a name' }),
    network: oneOf(walletNetworks),
    type: oneOf(walletTypes),
  }),
  grantsAccess: true,
  data: createdWallet,
  failures: [
    ...commonFailures,
    ...bodyFailures,
    {
      status: 404,
      errorCode: 'not_found',
      when: `The network's limit of ${walletLimit} wallets is reached`,
      isDecided: true,
    },
  ],
});

export const renameWallet = operation({
  id: 'renameWallet',
  method: 'PUT',
  path,
  tag: 'Wallets',
  summary: 'Rename a wallet',
  permission: 'wallets:write',
  body: z.strictObject({ address, name: lineOfText(64, { what: 'a name' }) }),
  data: resultSuccess,
  failures: [...commonFailures, ...bodyFailures, unknownWallet],
});

export const setWalletStatus = operation({
  id: 'setWalletStatus',
  method: 'PATCH',
  path: `${walletServiceBase}/wallets-status`,
  tag: 'Wallets',
  summary: 'Change the status of a wallet',
  permission: 'wallets:write',
  body: z.strictObject({ address, status: oneOf(walletStatuses) }),
  data: resultSuccess,
  failures: [...commonFailures, ...bodyFailures, unknownWallet],
});

export const deleteWallet = operation({
  id: 'deleteWallet',
  method: 'DELETE',
  path,
  tag: 'Wallets',
  summary: 'Delete a wallet',
  permission: 'wallets:write',
  body: z.strictObject({ address }),
  data: resultSuccess,
  failures: [
    ...commonFailures,
    ...bodyFailures,
    unknownWallet,
    {
      status: 400,
      errorCode: 'request',
      when: 'The wallet still holds funds, has a pending withdrawal or is about to receive funds; data.address says which',
      isDecided: true,
    },
  ],
});
