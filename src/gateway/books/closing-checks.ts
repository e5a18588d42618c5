import type { ClosingChecks } from '#contract/gateway/closing.ts';
import type { StatementRow } from '#contract/gateway/statements.ts';
import type { BookClosesTable } from '#database/close-tables.ts';
import { subtract, sum } from '#domain/arithmetic.ts';
import { isZero, ZERO } from '#domain/decimal.ts';
import { addMs, parseTimestamp } from '#domain/time.ts';
import type { LedgerChecks } from '../gateway-deps.ts';
import { countOpenOutcomes } from '../outcomes/outcomes.store.ts';
import { countUnexplained, type Period } from './closes.store.ts';
import { placeKey } from './hash-entries.ts';
import { type BooksDeps, SETTLE_MS } from './late-bookings.ts';
import { storedStatement } from './close-response.ts';

type ChecksDeps = BooksDeps & { ledgerChecks: LedgerChecks };

/** The names of the checks, in the order in which they are shown, as a refusal names what fails. */
const failures: Record<keyof ClosingChecks, string> = {
  over: 'the period ended too recently or isn’t over',
  adds_up: 'its statement doesn’t add up',
  opening: 'it doesn’t open with what the period before it closed with',
  ledger_check: 'the ledger check hasn’t finished without faults since its end',
  outcomes: 'withdrawals with unknown outcome are open',
  drift: 'drift of closed periods isn’t explained',
};

/** What fails, as parts of a sentence. Empty: the period can be closed. */
export function failedChecks(checks: ClosingChecks): string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table above.
  const names = Object.keys(failures) as (keyof ClosingChecks)[];
  return names.filter((name) => checks[name].passed !== true).map((name) => failures[name]);
}

/** Runs the checks of a period. `previous`: the closed period before it, if there is one. */
export async function checkClosing(
  { db, ledger, ledgerChecks, now }: ChecksDeps,
  accountId: string,
  { period, previous }: { period: Period; previous: BookClosesTable | undefined },
): Promise<ClosingChecks> {
  const closableAt = addMs(period.to, SETTLE_MS);
  const isOver = period.to <= now();
  const [check, unknown, unexplained, statement] = await Promise.all([
    ledgerChecks.read(accountId),
    countOpenOutcomes(db, accountId, period.to),
    countUnexplained(db, accountId),
    isOver ? ledger.readStatement(accountId, period, 'today') : undefined,
  ]);
  const rows = statement?.rows;
  const faults = rows && faultsIn(rows);
  const differences = rows && (previous ? differencesIn(storedStatement(previous.statement), rows) : []);
  const { fault_count: faultCount, checked_at: checkedAt, history_checked_at: historyCheckedAt } = check;
  const hasRun = (at: string | null) => {
    const instant = parseTimestamp(at ?? '')?.instant;
    return instant !== undefined && instant >= closableAt;
  };
  return {
    over: { passed: closableAt <= now(), closable_at: closableAt },
    adds_up: {
      passed: faults === undefined ? null : faults.length === 0,
      rows: rows?.length ?? 0,
      faults: faults ?? [],
    },
    opening: {
      passed: differences === undefined ? null : differences.length === 0,
      is_first: previous === undefined,
      differences: differences ?? [],
    },
    ledger_check: {
      passed: faultCount > 0 ? false : hasRun(checkedAt) && hasRun(historyCheckedAt) ? true : null,
      fault_count: faultCount,
      checked_at: checkedAt,
      history_checked_at: historyCheckedAt,
    },
    outcomes: { passed: unknown === 0, unknown },
    drift: { passed: unexplained === 0, unexplained },
  };
}

/** Rows that don’t add up or have movements of no known kind, and currencies whose collected funds don’t add up to zero. */
function faultsIn(rows: readonly StatementRow[]): ClosingChecks['adds_up']['faults'] {
  const ofRows = rows.flatMap(({ type, network, currency, opening, movements, closing }) => {
    const difference = subtract(sum([opening.total, ...Object.values(movements)]), closing.total);
    const wrong = isZero(difference) ? movements.other : difference;
    return isZero(wrong) ? [] : [{ currency, place: { type, network }, difference: wrong }];
  });
  const collected = [...Map.groupBy(rows, ({ currency }) => currency)].flatMap(([currency, ofCurrency]) => {
    const difference = sum(ofCurrency.map(({ movements }) => movements.collected));
    return isZero(difference) ? [] : [{ currency, place: null, difference }];
  });
  return [...ofRows, ...collected];
}

/** Where a period opens with something else than the one before it closed with. */
function differencesIn(
  before: readonly StatementRow[],
  after: readonly StatementRow[],
): ClosingChecks['opening']['differences'] {
  const closings = new Map(before.map((row) => [placeKey(row), row]));
  const openings = new Map(after.map((row) => [placeKey(row), row]));
  return [...new Map([...closings, ...openings]).values()].flatMap(({ type, network, currency }) => {
    const key = placeKey({ type, network, currency });
    const closing = closings.get(key)?.closing;
    const opening = openings.get(key)?.opening;
    return (['total', 'on_hold', 'in_transit'] as const).flatMap((part) => {
      const [expected, found] = [closing?.[part] ?? ZERO, opening?.[part] ?? ZERO];
      return isZero(subtract(expected, found)) ? [] : [{ type, network, currency, part, expected, found }];
    });
  });
}
