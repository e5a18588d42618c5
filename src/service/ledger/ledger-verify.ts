import { sql, type Kysely } from 'kysely';
import { inTransaction } from '#database/transaction.ts';
import type { Tables } from '#database/tables.ts';
import { now } from '#domain/clock.ts';
import type { NewFault } from './faults.store.ts';
import { applyRules } from './ledger-check.ts';
import { balanceIsAllEntries, balanceIsCheckpointAndNewer } from './rules/balances.ts';
import { type Rule, walkNames } from './rules/rule.ts';
import { labelOfRule, ledgerRules } from './rules/rules.ts';
import { mostOf, nextKeys } from './walks.ts';

export type LedgerReport = {
  /** How much was looked at. */
  counts: { accounts: number; ledgerAccounts: number; postings: number; entries: number; wallets: number };
  /** Describes every fault found. Empty if the books are correct. */
  differences: string[];
};

/**
 * Checks everything against every rule, from the first entry on. Reads one moment of the database and changes
 * nothing. The running server checks by the same rules (see ledger-check.ts).
 */
export async function verifyLedger(
  db: Kysely<Tables>,
  rules: readonly Rule[] = ledgerRules,
): Promise<LedgerReport> {
  return await inTransaction(
    db,
    async (tx) => {
      const { rows } = await sql<LedgerReport['counts']>`
        select (select count(*) from accounts) as accounts,
          (select count(*) from ledger_accounts) as "ledgerAccounts",
          (select count(*) from ledger_postings) as postings,
          (select count(*) from ledger_entries) as entries,
          (select count(*) from wallets where deleted_at is null) as wallets`.execute(tx);
      const [counts] = rows;
      if (counts === undefined) throw new Error('The counts were not answered.');
      const faults = await findAllFaults(tx, rules);
      return { counts, differences: [...new Set(faults.map(describeFault))] };
    },
    { isolationLevel: 'repeatable read' },
  );
}

/** Every fault of everything there is; balances are added up from their first entry. */
export async function findAllFaults(
  db: Kysely<Tables>,
  rules: readonly Rule[] = ledgerRules,
): Promise<NewFault[]> {
  const applied = rules.map((rule) => (rule === balanceIsCheckpointAndNewer ? balanceIsAllEntries : rule));
  const faults: NewFault[] = [];
  for (const walk of walkNames) {
    if (!applied.some(({ checks }) => checks.some((check) => check.walk === walk))) continue;
    const limit = mostOf(walk);
    for (let after = ''; ;) {
      const keys = await nextKeys(db, 'history', walk, { after, limit, since: now() });
      if (keys.length > 0) faults.push(...(await applyRules(db, walk, keys, applied)));
      const last = keys.at(-1);
      if (last === undefined || keys.length < limit) break;
      after = last;
    }
  }
  return faults;
}

/** `tx_1: expected one deposit posting, found 2 deposit postings (No deposit … is posted twice.)` */
function describeFault({ rule, finding: { subject, expected, found } }: NewFault): string {
  return `${subject}: expected ${expected}, found ${found} (${rule}: ${labelOfRule(rule)})`;
}
