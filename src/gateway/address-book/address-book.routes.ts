import { formatInteger } from '#domain/format.ts';
import type { Kysely } from 'kysely';
import {
  createBookEntry,
  deleteBookEntry,
  findBookEntries,
  findBookEntry,
  importBookEntries,
  listBookEntries,
  MOST_ENTRIES,
  replaceBookEntry,
} from '#contract/gateway/address-book.ts';
import { findBookNames } from '#contract/gateway/known-addresses.ts';
import type { AddressBookTable } from '#database/console-tables.ts';
import { findStandingRejection } from '#database/recipient-guard.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { isUniqueViolation } from '#database/unique-violation.ts';
import { matchLabel } from '#domain/aml/sanctions.ts';
import { describeRejection } from '#domain/aml/rejection.ts';
import type { Clock, Instant } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import { screenSubjects } from '../aml/sanctions/screening.ts';
import type { SignedIn } from '../console-host.ts';
import { hoursAfter, findRulesInForce } from '../settings/withdrawal-rules.ts';
import {
  countEntries,
  deleteEntry,
  findEntry,
  findEntries,
  findEntryOf,
  insertEntry,
  listEntries,
  type ReadEntry,
  updateEntry,
} from './address-book.store.ts';
import { checkEntry, newEntry, toEntryResponse, parseRow, writtenColumns } from './read-entry.ts';
import { parseBookUrl, refusalOf } from './recipient-check.ts';

type Deps = { db: Kysely<Tables>; now: Clock };

/** The book belongs to the account: each of its keys that may read withdrawals sees all of it. */
export function registerAddressBookRoutes(host: Host<SignedIn>, { db, now }: Deps): void {
  serve(host, listBookEntries, async ({ query, caller }) => {
    const { count, entries } = await listEntries(db, caller.accountId, query);
    return { count, entries: entries.map(toEntryResponse) };
  });

  serve(host, findBookEntries, async ({ body, caller }) => ({
    entries: (await findEntries(db, caller.accountId, body)).map(toEntryResponse),
  }));

  serve(host, findBookNames, async ({ body: { addresses }, caller }) => ({
    names: await findEntries(db, caller.accountId, { addresses, names: [], beginnings: [] }),
  }));

  serve(host, findBookEntry, async ({ query, caller: { accountId } }) => {
    const at = now();
    const recipient = parseBookUrl(query.network, query.address);
    if (!recipient.ok) throw validationError({ address: recipient.reason });
    const { book_only } = await findRulesInForce(db, accountId, at);
    const entry = await findEntryOf(db, accountId, recipient);
    const rejection = await findStandingRejection(db, { accountId, ...recipient });
    const bookRefusal = book_only ? refusalOf(entry, at) : null;
    const refusal = rejection === undefined ? bookRefusal : describeRejection(rejection);
    const { network, address: value } = recipient;
    const screening = await screenSubjects(db, accountId, [{ network, value }]);
    const { named_by: lists } = screening.ofSubject({ kind: 'address', network, value });
    return {
      entry: entry === undefined ? null : toEntryResponse(entry),
      book_only,
      refusal,
      sanctions_lists: lists.map(matchLabel),
    };
  });

  serve(host, createBookEntry, async ({ body, caller }) => {
    const read = checkEntry(body);
    if (!read.ok) throw validationError(read.problems);
    await requireRoom(db, caller.accountId, 1);
    const at = now();
    const usableFrom = await endOfCoolingOff(db, caller.accountId, at);
    const row = newEntry(read.entry, { ...caller, at, usableFrom });
    if (!(await insertEntry(db, row))) throw await alreadyThere(db, row);
    return toEntryResponse(row);
  });

  serve(host, replaceBookEntry, async ({ body: { id, version, ...written }, caller: { accountId } }) => {
    const checked = checkEntry(written);
    if (!checked.ok) throw validationError(checked.problems);
    const read = { accountId, entryId: id, version };
    const at = now();
    const current = await findEntry(db, accountId, id);
    // The update takes place only where this is still the entry that was read here.
    if (current === undefined || current.version !== version) throw refusalOfChange(current);
    const { entry } = checked;
    const isOtherAddress = current.network !== entry.network || current.address !== entry.address;
    const changes = {
      ...writtenColumns(entry),
      updated_at: at,
      ...(isOtherAddress && { usable_from: await endOfCoolingOff(db, accountId, at) }),
    };
    try {
      const changed = await updateEntry(db, read, changes);
      if (changed !== undefined) return toEntryResponse(changed);
    } catch (error) {
      if (isUniqueViolation(error)) throw await alreadyThere(db, { ...entry, account_id: accountId });
      throw error;
    }
    throw await refusalOfRead(db, read);
  });

  serve(host, deleteBookEntry, async ({ body: { id, version }, caller: { accountId } }) => {
    const read = { accountId, entryId: id, version };
    if (!(await deleteEntry(db, read))) throw await refusalOfRead(db, read);
    return { result: 'success' as const };
  });

  serve(host, importBookEntries, async ({ body: { rows }, caller }) => {
    const { accountId } = caller;
    const reads = rows.map(parseRow);
    await requireRoom(db, accountId, reads.filter(({ ok }) => ok).length);
    const at = now();
    const usableFrom = await endOfCoolingOff(db, accountId, at);
    const results = await inTransaction(db, async (trx) => {
      const outcomes = [];
      for (const read of reads) {
        if (!read.ok) {
          outcomes.push({ outcome: 'refused' as const, entry: null, problems: read.problems });
          continue;
        }
        outcomes.push(await addOrFind(trx, newEntry(read.entry, { ...caller, at, usableFrom })));
      }
      return outcomes;
    });
    return { results };
  });
}

/** When the waiting period of an address that is added now ends. */
async function endOfCoolingOff(db: Kysely<Tables>, accountId: string, at: Instant): Promise<Instant> {
  const { cooling_off_hours: hours } = await findRulesInForce(db, accountId, at);
  return hoursAfter(at, hours);
}

/** Once more where the entry that was there is gone before it is read. */
async function addOrFind(db: Kysely<Tables>, row: AddressBookTable) {
  for (;;) {
    if (await insertEntry(db, row))
      return { outcome: 'added' as const, entry: toEntryResponse(row), problems: {} };
    const there = await findEntryOf(db, row.account_id, row);
    if (there !== undefined)
      return { outcome: 'exists' as const, entry: toEntryResponse(there), problems: {} };
  }
}

/** Counted without a lock: simultaneous inserts may exceed it by their number, which does no harm. */
async function requireRoom(db: Kysely<Tables>, accountId: string, added: number): Promise<void> {
  const count = await countEntries(db, accountId);
  if (count + added <= MOST_ENTRIES) return;
  const most = formatInteger(MOST_ENTRIES);
  throw new ServiceError(
    409,
    `The address book holds ${formatInteger(count)} entries; the maximum is ${most}. Delete some first`,
  );
}

type There = Pick<AddressBookTable, 'account_id' | 'network' | 'address'>;

async function alreadyThere(db: Kysely<Tables>, there: There): Promise<ServiceError> {
  const entry = await findEntryOf(db, there.account_id, there);
  const name = entry === undefined ? '' : ` as “${entry.name}”`;
  return validationError({ address: `This address is already saved${name}` });
}

async function refusalOfRead(db: Kysely<Tables>, { accountId, entryId }: ReadEntry): Promise<ServiceError> {
  return refusalOfChange(await findEntry(db, accountId, entryId));
}

/** Why the entry could not be changed. */
function refusalOfChange(entry: AddressBookTable | undefined): ServiceError {
  return entry === undefined
    ? new ServiceError(404, 'Address book entry not found. It may have been deleted')
    : new ServiceError(
        409,
        `Someone else changed the entry “${entry.name}” first, so your change wasn’t saved. Reload it and try again`,
      );
}
