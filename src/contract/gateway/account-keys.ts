import * as z from 'zod/mini';
import { signedInChangeFailures, signedInFailures } from '../failures.ts';
import { lineOfText, requiredMessage } from '../fields.ts';
import { operation } from '../operation.ts';

const accountKey = z.object({
  id: z.string(),
  /** Null where the wallet service does not tell. */
  name: z.nullable(z.string()),
  /** The same short text for the same key, as in the activity log. */
  fingerprint: z.string(),
  /** Whether users' requests are made with it: the newest one is. */
  is_used: z.boolean(),
  /** ISO 8601. */
  added_at: z.string(),
  /** The user or the key that added it. */
  added_by: z.nullable(z.string()),
});

export type AccountKey = z.output<typeof accountKey>;

const path = '/console/account-keys';
const tag = 'Users';
const roleFailure = {
  status: 403,
  errorCode: 'system',
  when: "The user's roles don't include keys:write",
} as const;
const keyFailure = {
  status: 400,
  errorCode: 'system',
  when: 'The API key that signed in doesn’t have all permissions',
} as const;

export const listAccountKeys = operation({
  id: 'listAccountKeys',
  method: 'GET',
  path,
  tag,
  summary: "The API keys that the account's users work with, newest first",
  permission: null,
  consolePermission: 'keys:write',
  query: z.strictObject({}),
  data: z.object({ keys: z.array(accountKey) }),
  failures: [...signedInFailures, roleFailure, keyFailure],
});

export const addAccountKey = operation({
  id: 'addAccountKey',
  method: 'POST',
  path,
  tag,
  summary: 'Let the account’s users work with another API key from now on',
  permission: null,
  needsReauthentication: true,
  consolePermission: 'keys:write',
  isAccountWide: true,
  body: z.strictObject({ token: lineOfText(1024, { what: 'an API key' }) }),
  data: z.object({ result: z.literal('success') }),
  failures: [
    ...signedInChangeFailures,
    roleFailure,
    keyFailure,
    { status: 502, errorCode: 'system', when: 'The wallet service can’t be reached' },
    { status: 504, errorCode: 'system', when: 'The wallet service didn’t respond in time' },
  ],
});

export const removeAccountKey = operation({
  id: 'removeAccountKey',
  method: 'DELETE',
  path,
  tag,
  summary: 'Remove an API key that users no longer need. The wallet service still accepts it',
  permission: null,
  needsReauthentication: true,
  consolePermission: 'keys:write',
  isAccountWide: true,
  body: z.strictObject({
    id: z.string({ error: requiredMessage }).check(z.regex(/^[\w-]{1,64}$/, 'must be the ID of a key')),
  }),
  data: z.object({ result: z.literal('success') }),
  failures: [
    ...signedInChangeFailures,
    roleFailure,
    keyFailure,
    { status: 404, errorCode: 'not_found', when: 'The account has no such key' },
    { status: 409, errorCode: 'request', when: 'It is the only key' },
  ],
});

export const accountKeyOperations = [listAccountKeys, addAccountKey, removeAccountKey] as const;
