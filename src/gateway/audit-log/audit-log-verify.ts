import { type Kysely, sql } from 'kysely';
import type { AuditLogEntriesTable, AuditLogHeadsTable } from '#database/console-tables.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Tables } from '#database/tables.ts';
import { type Instant, parseTimestamp } from '#domain/time.ts';
import { emptyHead, type Head, hashEntry } from './chain.ts';
import { REGISTER } from './audit-log.store.ts';

export type AuditLogReport = {
  /** The end of each account's chain. Keep it out of reach of anyone who can change the database. */
  heads: AuditLogHeadsTable[];
  /** The end of the register of activity logs, to be kept with them; undefined where no activity log has started. */
  register: Head | undefined;
  /** Describes every entry that was changed, is missing or doesn't belong. Empty if the activity log is intact. */
  differences: string[];
};

const ROWS_AT_ONCE = 1000;

/** Walks every account's chain. Reads one moment of the database, and changes nothing. */
export async function verifyAuditLog(db: Kysely<Tables>): Promise<AuditLogReport> {
  return await inTransaction(
    db,
    async (trx) => {
      const heads = await listHeads(trx);
      const headOf = new Map(heads.map((head) => [head.account_id, head]));
      const differences: string[] = [];
      const register = new Register();
      let walk: ChainWalk | undefined;
      let page = await fetchPage(trx, undefined);
      while (page.last !== undefined) {
        for (const row of page.rows) {
          if (walk?.accountId !== row.account_id) {
            walk?.finish();
            walk = new ChainWalk(row.account_id, headOf.get(row.account_id), differences);
            headOf.delete(row.account_id);
          }
          walk.take(row);
          register.see(row);
        }
        page = await fetchPage(trx, page.last);
      }
      walk?.finish();
      // Accounts without any row.
      for (const head of headOf.values()) new ChainWalk(head.account_id, head, differences).finish();
      register.compare(heads, differences);
      return {
        heads: heads.filter(({ account_id: account }) => account !== REGISTER),
        register: heads.find(({ account_id: account }) => account === REGISTER),
        differences,
      };
    },
    { isolationLevel: 'repeatable read' },
  );
}

// Numbers and times are read as text, because an intruder may have written what the program never writes, and can't
// parse.

async function listHeads(trx: Kysely<Tables>): Promise<AuditLogHeadsTable[]> {
  const heads = await trx
    .selectFrom('audit_log_heads')
    .select(['account_id', 'hash', sql<string>`entries::text`.as('entries_text')])
    .orderBy('account_id')
    .execute();
  return heads.map(({ account_id, hash, entries_text }) => ({
    account_id,
    hash,
    entries: Number(entries_text),
  }));
}

type Place = { account_id: string; sequence_text: string };

/** The rows behind a place, of all accounts, and the place of the last of them. */
async function fetchPage(
  trx: Kysely<Tables>,
  after: Place | undefined,
): Promise<{ rows: AuditLogEntriesTable[]; last: Place | undefined }> {
  let rows = trx
    .selectFrom('audit_log_entries')
    .select([
      'account_id',
      sql<string>`sequence::text`.as('sequence_text'),
      sql<string>`recorded_at::text`.as('recorded_at_text'),
      sql<string | null>`outcome_of::text`.as('outcome_of_text'),
      'request_id',
      'operation',
      'key_name',
      'key_fingerprint',
      'via',
      'subject',
      'details',
      'status',
      'error_message',
      'created_id',
      'ip_address',
      'session',
      'details_permission',
      'salt',
      'user_id',
      'user_name',
      'previous_hash',
      'hash',
    ])
    .orderBy('account_id')
    .orderBy('sequence')
    .limit(ROWS_AT_ONCE);
  if (after !== undefined) {
    rows = rows.where((where) =>
      where.or([
        where('account_id', '>', after.account_id),
        where.and([
          where('account_id', '=', after.account_id),
          where('sequence', '>', sql<number>`${after.sequence_text}::bigint`),
        ]),
      ]),
    );
  }
  const stored = await rows.execute();
  const read = stored.map((row) =>
    Object.assign(row, {
      sequence: Number(row.sequence_text),
      recorded_at: asInstant(row.recorded_at_text),
      outcome_of: row.outcome_of_text === null ? null : Number(row.outcome_of_text),
    }),
  );
  return { rows: read, last: stored.at(-1) };
}

/** What isn’t a moment of the years 1 to 9999 stays as it is: no entry was ever hashed with it. */
function asInstant(stored: string): Instant {
  const read = parseTimestamp(stored);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only hashed and printed.
  return read?.zone === 'stated' ? read.instant : (stored as Instant);
}

/** Compares the activity logs that there are with those that began. */
class Register {
  /** When the activity logs of an account began: more than once if its head was deleted. */
  readonly #begun = new Map<string, Instant[]>();
  readonly #found = new Set<string>();

  see({ account_id: account, subject, recorded_at: time }: AuditLogEntriesTable): void {
    if (account !== REGISTER) this.#found.add(account);
    else if (subject !== null) this.#begun.set(subject, [...(this.#begun.get(subject) ?? []), time]);
  }

  compare(heads: readonly AuditLogHeadsTable[], differences: string[]): void {
    for (const { account_id: account } of heads) if (account !== REGISTER) this.#found.add(account);
    for (const [account, times] of this.#begun) {
      const [first, ...later] = times;
      if (!this.#found.has(account)) {
        differences.push(`${account}: the whole activity log is missing; it began at ${first}`);
      }
      for (const time of later) {
        differences.push(
          `${account}: the activity log began anew at ${time}; what it held before is missing`,
        );
      }
    }
    for (const account of this.#found) {
      if (!this.#begun.has(account)) differences.push(`${account}: the activity log is not in the register`);
    }
  }
}

/** Follows one account's chain, row by row in the order of their sequence. */
class ChainWalk {
  readonly accountId: string;
  readonly #name: string;
  readonly #head: AuditLogHeadsTable | undefined;
  readonly #differences: string[];
  #last: AuditLogEntriesTable | undefined;

  constructor(accountId: string, head: AuditLogHeadsTable | undefined, differences: string[]) {
    this.accountId = accountId;
    this.#name = accountId === REGISTER ? 'register of activity logs' : accountId;
    this.#head = head;
    this.#differences = differences;
  }

  take(row: AuditLogEntriesTable): void {
    const last = this.#last;
    const end = { entries: last?.sequence ?? emptyHead.entries, hash: last?.hash ?? emptyHead.hash };
    this.#missing(end.entries + 1, row.sequence - 1, row);
    if (hashEntry(row) !== row.hash) {
      this.#say(row, 'was changed: its hash doesn’t match its content');
    } else if (row.sequence === end.entries + 1 && row.previous_hash !== end.hash) {
      // The row is whole in itself: what stood before it was another one.
      this.#say(last ?? row, `is not the one that entry ${row.sequence} was written behind`);
    }
    if (this.#head !== undefined && row.sequence > this.#head.entries) {
      this.#say(row, `was inserted: the activity log ends with entry ${this.#head.entries}`);
    }
    this.#last = row;
  }

  finish(): void {
    const head = this.#head;
    const last = this.#last;
    if (head === undefined) {
      this.#differences.push(`${this.#name}: the record of where its activity log ends is missing`);
      return;
    }
    this.#missing((last?.sequence ?? 0) + 1, head.entries, undefined);
    const hash = last?.hash ?? emptyHead.hash;
    if ((last?.sequence ?? 0) === head.entries && hash !== head.hash) {
      if (last !== undefined) this.#say(last, 'is not the one that the activity log ended with');
      else this.#differences.push(`${this.#name}: the record of where its activity log ends was changed`);
    }
  }

  #missing(from: number, to: number, next: AuditLogEntriesTable | undefined): void {
    if (from > to) return;
    const which = from === to ? `entry ${from} is` : `entries ${from} to ${to} are`;
    const bounds = [
      ...(this.#last ? [`after ${this.#last.recorded_at}`] : []),
      ...(next ? [`before ${next.recorded_at}`] : []),
    ];
    const when = bounds.length === 0 ? '' : `, recorded ${bounds.join(' and ')}`;
    this.#differences.push(`${this.#name}: ${which} missing${when}`);
  }

  #say({ sequence, recorded_at: time, operation }: AuditLogEntriesTable, what: string): void {
    this.#differences.push(`${this.#name}: entry ${sequence} (${time}, ${operation}) ${what}`);
  }
}
