import * as z from 'zod/mini';
import {
  permissionFailure,
  signedInChangeFailures,
  signedInFailures,
  validationFailure,
} from '../failures.ts';
import { lineOfText, linesOfText, versionRead } from '../fields.ts';
import { operation } from '../operation.ts';
import { lastChange } from './last-change.ts';
import { areDifferentTags, walletTag } from './limits.ts';

const MOST_TAGS = 10;

const address = lineOfText(128, { what: 'an address' });

/** What a person writes about a wallet. */
export const walletNoteFields = {
  note: linesOfText(2_000),
  tags: z
    .array(walletTag)
    .check(
      z.maxLength(MOST_TAGS, `Enter up to ${MOST_TAGS} tags.`),
      z.refine(areDifferentTags, 'Enter each tag only once.'),
    ),
};

const walletNotes = z.object({
  /** Empty if there is none. */
  note: z.string(),
  tags: z.array(z.string()),
  ...lastChange,
  /** ISO 8601: when the wallet was created; null where neither the wallet service nor the activity log knows. */
  created_at: z.nullable(z.string()),
  /** The name of the user or API key that created it; null where the activity log doesn't know. */
  created_by: z.nullable(z.string()),
});

export type WalletNotes = z.output<typeof walletNotes>;

const path = '/console/wallet-notes';
const tag = 'Wallets';

export const readWalletNotes = operation({
  id: 'readWalletNotes',
  method: 'GET',
  path,
  tag,
  summary: "A wallet's notes and tags, and when it was created",
  permission: 'wallets:read',
  query: z.strictObject({ address }),
  data: walletNotes,
  failures: [permissionFailure, validationFailure, ...signedInFailures],
});

export const changeWalletNotes = operation({
  id: 'changeWalletNotes',
  method: 'PUT',
  path,
  tag,
  summary: "Change a wallet's notes and tags",
  permission: 'wallets:write',
  consolePermission: 'notes:write',
  body: z.strictObject({ address, version: versionRead(0), ...walletNoteFields }),
  data: walletNotes,
  failures: [
    permissionFailure,
    ...signedInChangeFailures,
    {
      status: 409,
      errorCode: 'request',
      when: 'Someone else changed the notes after they were read, so nothing was changed',
    },
  ],
});

export const walletNotesOperations = [readWalletNotes, changeWalletNotes] as const;
