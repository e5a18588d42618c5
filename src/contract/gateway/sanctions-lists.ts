import * as z from 'zod/mini';
import { amlNetworks } from '#domain/networks.ts';
import { permissionFailure, signedInChangeFailures, signedInFailures } from '../failures.ts';
import { lineOfText, requiredMessage } from '../fields.ts';
import { operation } from '../operation.ts';
import { listFields } from './sanctions-state.ts';

/** How many sanctions lists an account can have loaded. */
export const MOST_SANCTIONS_LISTS = 20;
/** How many lines a sanctions list can have. */
export const MOST_SANCTIONS_LINES = 250_000;
/** The longest file of a sanctions list, in bytes. */
export const LARGEST_SANCTIONS_FILE = 16_000_000;
/** In JSON, a line break or a quote takes two bytes. */
const LARGEST_BODY = LARGEST_SANCTIONS_FILE + 1024 * 1024;

/** A sanctions list that the account has loaded. */
const sanctionsList = z.object({
  id: z.string(),
  ...listFields,
  /** ISO 8601. */
  loaded_at: z.string(),
  /** The name of the user or API key that loaded it; null where the wallet service does not tell. */
  loaded_by: z.nullable(z.string()),
  key_fingerprint: z.string(),
});

export type LoadedSanctionsList = z.output<typeof sanctionsList>;

const dateMessage = 'Enter a date such as 2026-01-31.';

/** A date of the calendar, `2026-01-31`. */
const calendarDate = z.string({ error: requiredMessage }).check(
  z.refine((text) => {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
    const date = new Date(`${text}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  }, dateMessage),
);

const path = '/console/aml/sanctions-lists';
const tag = 'Sanctions lists';
const changeFailures = [permissionFailure, ...signedInChangeFailures] as const;
const listId = z
  .string({ error: requiredMessage })
  .check(z.regex(/^[\w-]{1,64}$/, 'must be the ID of a sanctions list'));

export const listSanctionsLists = operation({
  id: 'listSanctionsLists',
  method: 'GET',
  path,
  tag,
  summary: 'The sanctions lists that the account has loaded',
  permission: null,
  query: z.strictObject({}),
  /** The lists, sorted by name. */
  data: z.object({ lists: z.array(sanctionsList) }),
  failures: signedInFailures,
});

/** The account's addresses that need attention: checked or monitored, on a loaded list, and not decided on since. */
export const listSanctionsAlerts = operation({
  id: 'listSanctionsAlerts',
  method: 'GET',
  path: '/console/aml/sanctions-alerts',
  tag,
  summary: 'Checked and monitored addresses on a loaded sanctions list that await a decision',
  permission: 'transactions:read',
  query: z.strictObject({}),
  data: z.object({
    count: z.int(),
    /** The latest ones first, at most 5. */
    latest: z.array(
      z.object({
        network: z.enum(amlNetworks),
        value: z.string(),
        /** The latest finished check of it; null: it was never checked. */
        check_id: z.nullable(z.string()),
        /** The names of the lists. */
        lists: z.array(z.string()),
      }),
    ),
  }),
  failures: [permissionFailure, ...signedInFailures],
});

/** Loads all of the file or nothing. A list of the same name is replaced. */
export const loadSanctionsList = operation({
  id: 'loadSanctionsList',
  method: 'POST',
  path,
  tag,
  summary: 'Load a sanctions list, or replace the one of the same name',
  permission: 'aml:check',
  needsReauthentication: true,
  consolePermission: 'sanctions:write',
  isAccountWide: true,
  body: z.strictObject({
    name: lineOfText(64, { what: 'a name' }),
    /** The date that the list itself has. */
    date: calendarDate,
    /** The file: one address a line, or CSV with the columns network, address and, if wanted, entity. */
    text: z.string({ error: requiredMessage }),
  }),
  maximumBodyBytes: LARGEST_BODY,
  data: z.object({ list: sanctionsList, replaced: z.nullable(sanctionsList) }),
  failures: [
    ...changeFailures,
    {
      status: 400,
      errorCode: 'request',
      when: 'The file has invalid lines, so nothing was loaded. data maps “line 3” to its problem',
    },
    {
      status: 409,
      errorCode: 'request',
      when: `The account has ${MOST_SANCTIONS_LISTS} lists, or someone else just loaded one with the same name`,
    },
  ],
});

export const removeSanctionsList = operation({
  id: 'removeSanctionsList',
  method: 'DELETE',
  path,
  tag,
  summary: 'Remove a sanctions list',
  permission: 'aml:check',
  needsReauthentication: true,
  consolePermission: 'sanctions:write',
  isAccountWide: true,
  /** The id as well, so that a list that has replaced it is not removed. */
  body: z.strictObject({ name: lineOfText(64, { what: 'a name' }), list_id: listId }),
  data: z.object({ result: z.literal('success') }),
  failures: [...changeFailures, { status: 404, errorCode: 'not_found', when: 'The list isn’t loaded' }],
});

export const sanctionsListOperations = [
  listSanctionsLists,
  listSanctionsAlerts,
  loadSanctionsList,
  removeSanctionsList,
] as const;
