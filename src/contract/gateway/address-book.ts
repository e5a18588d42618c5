import * as z from 'zod/mini';
import { withdrawalNetworks } from '#domain/networks.ts';
import {
  bodyFailures,
  permissionFailure,
  signedInChangeFailures,
  signedInFailures,
  validationFailure,
} from '../failures.ts';
import { limit, lineOfText, offset, oneOf, requiredMessage, versionRead } from '../fields.ts';
import { operation } from '../operation.ts';
import { wantedAddresses } from './known-addresses.ts';

/** The most entries an account can keep: far beyond use, so that searching them stays quick. */
export const MOST_ENTRIES = 10_000;
/** The most rows one request can import: with the longest texts they still fit into a request's body. */
export const MOST_IMPORTED = 100;

const entryId = z
  .string({ error: requiredMessage })
  .check(z.regex(/^[\w-]{1,64}$/, 'must be the ID of an entry'));
const version = versionRead(1);

/** The fields of an entry that people enter. The address must be valid on the network, including its checksum. */
export const entryFields = {
  name: lineOfText(64, { what: 'a name' }),
  network: oneOf(withdrawalNetworks),
  address: lineOfText(128, { what: 'an address' }),
  note: z._default(lineOfText(300, { min: 0 }), ''),
};

const bookEntry = z.object({
  id: z.string(),
  name: z.string(),
  network: z.enum(withdrawalNetworks),
  /** In the network's canonical spelling. */
  address: z.string(),
  /** Empty if there is none. */
  note: z.string(),
  /** Goes up with each change. A change names the version that it was made from. */
  version: z.int(),
  /** The name of the user or API key that added it; null where the wallet service does not tell. */
  added_by: z.nullable(z.string()),
  /** ISO 8601. */
  added_at: z.string(),
  /** ISO 8601. */
  updated_at: z.string(),
  /**
   * ISO 8601: the end of the address's cooling-off. Before it, an account that withdraws only to its address book
   * does not withdraw to the address.
   */
  usable_from: z.string(),
});

export type BookEntry = z.output<typeof bookEntry>;

const path = '/console/address-book';
const tag = 'Address book';
const changedMeanwhile = [
  { status: 404, errorCode: 'not_found', when: 'The entry doesn’t exist' },
  {
    status: 409,
    errorCode: 'request',
    when: 'Someone else changed the entry after it was read, so nothing was changed',
  },
] as const;
const readFailures = [permissionFailure, validationFailure, ...signedInFailures] as const;
const changeFailures = [permissionFailure, ...signedInChangeFailures] as const;

const bookSorts = ['name', 'added_at', 'updated_at'] as const;

export const listBookEntries = operation({
  id: 'listBookEntries',
  method: 'GET',
  path,
  tag,
  summary: "The account's address book",
  permission: 'withdrawals:read',
  query: z.strictObject({
    /** Part of a name, an address or a note, whatever the case. */
    search: z.optional(lineOfText(128)),
    network: z.optional(oneOf(withdrawalNetworks)),
    sort_by: z._default(oneOf(bookSorts), 'name'),
    sort_direction: z._default(oneOf(['asc', 'desc']), 'asc'),
    limit: limit(100),
    offset,
  }),
  data: z.object({ count: z.int() }),
  rows: { key: 'entries', schema: bookEntry },
  failures: readFailures,
});

/** What a form asks about a recipient. */
export const findBookEntry = operation({
  id: 'findBookEntry',
  method: 'GET',
  path: `${path}/lookup`,
  tag,
  summary: 'Whether an address is in the address book and can be paid',
  permission: 'withdrawals:read',
  query: z.strictObject({ network: entryFields.network, address: entryFields.address }),
  data: z.object({
    /** Null when the address is not in the book. */
    entry: z.nullable(bookEntry),
    /** Whether the account withdraws only to its address book now. */
    book_only: z.boolean(),
    /**
     * Why a withdrawal request to the address would be refused now, in whole sentences; null when it wouldn't.
     */
    refusal: z.nullable(z.string()),
    /** The sanctions lists that name the address, as a list and its date. */
    sanctions_lists: z.array(z.string()),
  }),
  failures: readFailures,
});

/** There can be too many addresses for a URL. */
export const findBookEntries = operation({
  id: 'findBookEntries',
  method: 'POST',
  isReading: true,
  path: `${path}/lookup`,
  tag,
  summary: 'The address book entries with these addresses or names',
  permission: 'withdrawals:read',
  body: wantedAddresses,
  data: z.object({ entries: z.array(bookEntry) }),
  failures: [permissionFailure, ...bodyFailures, ...signedInFailures],
});

export const createBookEntry = operation({
  id: 'createBookEntry',
  method: 'POST',
  path,
  tag,
  summary: 'Add an address to the address book',
  permission: 'withdrawals:write',
  needsReauthentication: true,
  consolePermission: 'address-book:write',
  body: z.strictObject(entryFields),
  data: bookEntry,
  failures: [
    ...changeFailures,
    { status: 409, errorCode: 'request', when: `The account has ${MOST_ENTRIES} entries already` },
  ],
});

/**
 * A change sends all fields, including the unchanged ones as they were read. Another address starts a new waiting
 * period.
 */
export const replaceBookEntry = operation({
  id: 'replaceBookEntry',
  method: 'PUT',
  path,
  tag,
  summary: 'Change an address book entry',
  permission: 'withdrawals:write',
  needsReauthentication: true,
  consolePermission: 'address-book:write',
  body: z.strictObject({ id: entryId, version, ...entryFields }),
  data: bookEntry,
  failures: [...changeFailures, ...changedMeanwhile],
});

export const deleteBookEntry = operation({
  id: 'deleteBookEntry',
  method: 'DELETE',
  path,
  tag,
  summary: 'Delete an address book entry',
  permission: 'withdrawals:write',
  consolePermission: 'address-book:write',
  body: z.strictObject({ id: entryId, version }),
  data: z.object({ result: z.literal('success') }),
  failures: [...changeFailures, ...changedMeanwhile],
});

const importMessage = `must be 1 to ${MOST_IMPORTED} rows`;

/**
 * Adds every valid row that is not in the book yet, and returns the outcome of each row. Existing entries don't change,
 * so the same rows can be sent again.
 */
export const importBookEntries = operation({
  id: 'importBookEntries',
  method: 'POST',
  path: `${path}/import`,
  tag,
  summary: 'Add many addresses to the address book',
  permission: 'withdrawals:write',
  needsReauthentication: true,
  consolePermission: 'address-book:write',
  body: z.strictObject({
    /** Each row is validated on its own, so that an invalid one doesn't reject the others. */
    rows: z
      .array(z.record(z.string(), z.unknown()), { error: importMessage })
      .check(z.minLength(1, importMessage), z.maxLength(MOST_IMPORTED, importMessage)),
  }),
  data: z.object({
    /** In the order of the rows. */
    results: z.array(
      z.object({
        /** `exists`: the address was in the book. */
        outcome: z.enum(['added', 'exists', 'refused']),
        /** The entry as it is; null where the row was refused. */
        entry: z.nullable(bookEntry),
        /** If the row was refused: field → the rule that it breaks. */
        problems: z.record(z.string(), z.string()),
      }),
    ),
  }),
  failures: [
    ...changeFailures,
    {
      status: 409,
      errorCode: 'request',
      when: `The account would have more than ${MOST_ENTRIES} entries; nothing was added`,
    },
  ],
});

export const bookOperations = [
  listBookEntries,
  findBookEntry,
  findBookEntries,
  createBookEntry,
  replaceBookEntry,
  deleteBookEntry,
  importBookEntries,
] as const;
