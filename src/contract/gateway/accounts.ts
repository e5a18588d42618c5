import * as z from 'zod/mini';
import { signedInChangeFailures } from '../failures.ts';
import { lineOfText } from '../fields.ts';
import { operation } from '../operation.ts';

const accountName = lineOfText(64, { what: 'a name' });

const path = '/console/accounts';
const tag = 'Users';
const roleFailure = {
  status: 403,
  errorCode: 'system',
  when: "The user's roles don't include keys:write",
} as const;

export const addAccount = operation({
  id: 'addAccount',
  method: 'POST',
  path,
  tag,
  summary: 'Add an account with an API key that has all permissions, and become its first administrator',
  permission: null,
  needsReauthentication: true,
  consolePermission: 'keys:write',
  isAccountWide: true,
  body: z.strictObject({ name: accountName, token: lineOfText(1024, { what: 'an API key' }) }),
  data: z.object({ id: z.string() }),
  failures: [
    ...signedInChangeFailures,
    roleFailure,
    { status: 409, errorCode: 'request', when: 'The account has users already' },
    { status: 502, errorCode: 'system', when: 'The wallet service can’t be reached' },
    { status: 504, errorCode: 'system', when: 'The wallet service didn’t respond in time' },
  ],
});

export const renameAccount = operation({
  id: 'renameAccount',
  method: 'PUT',
  path: `${path}/name`,
  tag,
  summary: 'Rename the account in the console',
  permission: null,
  consolePermission: 'keys:write',
  isAccountWide: true,
  body: z.strictObject({ name: accountName }),
  data: z.object({ result: z.literal('success') }),
  failures: [...signedInChangeFailures, roleFailure],
});

export const accountOperations = [addAccount, renameAccount] as const;
