import * as z from 'zod/mini';
import { bodyFailures, busyFailure } from '../failures.ts';
import { operation } from '../operation.ts';
import { sessionPath } from './sessions.ts';
import { linkToken, otherSiteFailure } from './user-sign-in.ts';
import { invitation, userEmail, userName } from './users.ts';

/** How long the link that the first start prints can be used, in hours. */
export const SETUP_HOURS = 1;

export const setUpFirstAdministrator = operation({
  id: 'setUpFirstAdministrator',
  method: 'POST',
  path: `${sessionPath}/setup`,
  tag: 'Session',
  summary: 'Create the first administrator with the link that the server prints at its first start',
  permission: null,
  body: z.strictObject({ token: linkToken, name: userName, email: userEmail }),
  grantsAccess: true,
  /** With it, the administrator joins like anyone else who is invited. */
  data: invitation,
  failures: [
    ...bodyFailures,
    otherSiteFailure,
    { status: 404, errorCode: 'not_found', when: 'The link is unknown, used or expired' },
    { status: 409, errorCode: 'request', when: 'A user of the account has joined already' },
    busyFailure,
  ],
});
