import * as z from 'zod/mini';
import { bodyFailures, permissionFailure, signedInFailures } from '../failures.ts';
import { lineOfText } from '../fields.ts';
import { operation } from '../operation.ts';
import { wallet } from '../wallet-service/wallets.ts';
import { unreadableReasons } from './whole-list.ts';

/** The most values of each kind in one request: with the longest texts they still fit into its body. */
export const MOST_WANTED = 300;

/** An address or a name that is looked up. */
export const wantedText = lineOfText(128, { what: 'an address or a name' });
/** The beginning of an address that is looked up. Shorter ones would match too many. */
export const wantedBeginning = lineOfText(128, { min: 4 });

const valuesOf = (schema: typeof wantedText) =>
  z._default(z.array(schema).check(z.maxLength(MOST_WANTED, `Enter up to ${MOST_WANTED} values.`)), []);

/** What wallets or address book entries are looked up by: those that match any of the values. */
export const wantedAddresses = z.strictObject({
  addresses: valuesOf(wantedText),
  /** Whole names, whatever the case. */
  names: valuesOf(wantedText),
  /** The first characters of addresses, whatever the case. */
  beginnings: valuesOf(wantedBeginning),
});

/** Why a remote provider's wallets can't all be read; null if they can, and for our own wallet service. */
export const unreadableReason = z.nullable(z.enum(unreadableReasons));

const knownWallet = z.extend(z.partial(wallet), { address: wallet.shape.address });

/** A wallet as far as it could be read: with a remote provider, any field but the address may be missing. */
export type KnownWallet = z.output<typeof knownWallet>;

/** There can be too many addresses for a URL. */
export const findWallets = operation({
  id: 'findWallets',
  method: 'POST',
  isReading: true,
  path: '/console/wallets/lookup',
  tag: 'Wallets',
  summary: 'The wallets with these addresses or names',
  permission: 'wallets:read',
  body: wantedAddresses,
  data: z.object({
    wallets: z.array(knownWallet),
    /** If there is a reason, other wallets may match too. */
    unreadable_reason: unreadableReason,
  }),
  failures: [permissionFailure, ...bodyFailures, ...signedInFailures],
});

/** What a list shows of the address book. Its entries themselves are found by `findBookEntries`. */
export const findBookNames = operation({
  id: 'findBookNames',
  method: 'POST',
  isReading: true,
  path: '/console/address-book/names',
  tag: 'Address book',
  summary: 'The names of addresses that are in the address book',
  permission: 'withdrawals:read',
  body: z.strictObject({ addresses: valuesOf(wantedText) }),
  data: z.object({
    names: z.array(z.object({ network: z.string(), address: z.string(), name: z.string() })),
  }),
  failures: [permissionFailure, ...bodyFailures, ...signedInFailures],
});

export const knownAddressOperations = [findWallets, findBookNames] as const;
