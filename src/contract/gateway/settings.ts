import * as z from 'zod/mini';
import { type Network, withdrawalNetworks } from '#domain/networks.ts';
import { recordOf } from '#domain/record-of.ts';
import { permissionFailure, signedInChangeFailures, signedInFailures } from '../failures.ts';
import { lineOfText, trueOrFalse, versionRead } from '../fields.ts';
import { operation } from '../operation.ts';
import { lastChange } from './last-change.ts';

/** The placeholder in a link's template for the value. */
export const explorerPlaceholders = { address: '{address}', transaction: '{hash}' } as const;

/**
 * Whether the text is an https link of some site with the placeholder once, behind the site's name: so whatever
 * value is put in, the link leads to that site.
 */
function isTemplate(text: string, placeholder: string): boolean {
  const [before = '', after = '', ...more] = text.split(placeholder);
  return (
    more.length === 0 &&
    /^https:\/\/[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*(:\d{1,5})?[/?#][^\s\\<>"{}]*$/i.test(
      before,
    ) &&
    text.includes(placeholder) &&
    /^[^\s\\<>"{}]*$/.test(after)
  );
}

const template = (what: keyof typeof explorerPlaceholders) => {
  const placeholder = explorerPlaceholders[what];
  return lineOfText(300, { what: 'a URL' }).check(
    z.refine(
      (text) => isTemplate(text, placeholder),
      `Enter an https:// URL that contains ${placeholder} once, after the site.`,
    ),
  );
};

/** Where addresses and transactions of a network can be looked up. */
export const explorer = z.strictObject({
  /** Whether the console links there at all. */
  enabled: trueOrFalse,
  /** A link with `{address}` in it. */
  address: template('address'),
  /** A link with `{hash}` in it. */
  transaction: template('transaction'),
});

type Explorer = z.output<typeof explorer>;

export type Explorers = Record<Network, Explorer>;

const explorers = z.strictObject(recordOf(withdrawalNetworks, () => explorer));

const accountSettings = z.object({
  explorers: z.object({
    value: explorers,
    /** What holds for an account that has changed nothing. */
    defaults: explorers,
    ...lastChange,
  }),
});

export type AccountSettings = z.output<typeof accountSettings>;

const path = '/console/settings';
const tag = 'Settings';

export const readSettings = operation({
  id: 'readSettings',
  method: 'GET',
  path,
  tag,
  summary: "The account's settings",
  permission: null,
  query: z.strictObject({}),
  data: accountSettings,
  failures: signedInFailures,
});

/**
 * Decides where every colleague's links lead, so that a key which may only look must not: it takes the permission
 * to manage wallets.
 */
export const changeExplorers = operation({
  id: 'changeExplorers',
  method: 'PUT',
  path: `${path}/explorers`,
  tag,
  summary: 'Change the block explorers that the console links to',
  permission: 'wallets:write',
  consolePermission: 'rules:write',
  isAccountWide: true,
  body: z.strictObject({
    version: versionRead(0),
    ...explorers.shape,
  }),
  data: accountSettings,
  failures: [
    ...signedInChangeFailures,
    permissionFailure,
    {
      status: 409,
      errorCode: 'request',
      when: 'Someone else changed the explorers after they were read, so nothing was changed',
    },
  ],
});

export const settingsOperations = [readSettings, changeExplorers] as const;
