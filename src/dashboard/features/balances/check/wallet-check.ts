import type { WalletSums } from '#contract/gateway/wallet-sums.ts';
import type { LedgerCheckRow } from '#contract/gateway/ledger-balances.ts';
import { sharedPoolKey, sharedPoolNetworks } from '#contract/wallet-service/balances.ts';
import { add, compare, subtract, sum } from '#domain/arithmetic.ts';
import { type Decimal, isZero, ZERO } from '#domain/decimal.ts';
import {
  type BalanceLine,
  byCurrency,
  byNetwork,
  byType,
  lineKey,
} from '#dashboard/entities/balances/balance-lines.ts';

/**
 * What a published amount promises about the wallets. `equal`: the wallets hold exactly that. `within`: it is a pool
 * and the wallets together, so that the wallets hold at most that. `pool`: it is on no wallet. `unknown`: nothing is
 * published that could be checked. Where the ledger is provided, it tells the pool's part, and all of them are equalities.
 */
type Rule = 'equal' | 'within' | 'pool' | 'unknown';

export type Verdict =
  /** Equal to the last digit. */
  | 'proved'
  /** The wallets hold no more than the balance, which may still be too high by any amount. */
  | 'bounded'
  | 'difference'
  /** The balance changed while the wallets were read: the two numbers are of different moments. */
  | 'changed'
  /** Some wallets that belong to the sum could not be read. */
  | 'incomplete'
  | 'unchecked';

type AmountField = 'available' | 'transit' | 'blockchain';

export type CheckRow = {
  key: string;
  type: string;
  network: string;
  currency: string;
  rule: Rule;
  /** Which of the published amounts is compared. */
  field: AmountField;
  /** What the balances say after the wallets were read; undefined where they have no such amount. */
  stated: Decimal | undefined;
  /** What they said before. */
  statedBefore: Decimal | undefined;
  walletsTotal: Decimal;
  wallets: number;
  /** What is on no wallet, by the ledger's entries; undefined where the ledger is not provided. */
  pool: Decimal | undefined;
  /** What the ledger's entries add up to; undefined where the ledger is not provided. */
  entries: Decimal | undefined;
  /** `stated` less wallets and pool; where these agree, `stated` less the entries. */
  difference: Decimal;
  verdict: Verdict;
};

/**
 * Compares the balances, read before and after the wallets, with what the wallets hold and, where it is provided, with
 * the ledger.
 */
export function checkWallets(
  before: readonly BalanceLine[],
  after: readonly BalanceLine[],
  { lines: sums, unreadable }: Pick<WalletSums, 'lines' | 'unreadable'>,
  ledger: readonly LedgerCheckRow[] = [],
): CheckRow[] {
  const amountsBefore = amountsOf(before);
  const amountsAfter = amountsOf(after);
  const lines = [...before, ...after];
  const known = new Set(lines.map(({ key }) => key));
  const pooled = new Set(lines.filter(({ network }) => network === sharedPoolKey).map(poolKeyOf));
  const ofLedger = new Map(ledger.map((row) => [amountKey(row, row.field), row]));

  const subjects = new Map<string, Subject>();
  for (const { key, line, field } of [...amountsBefore.values(), ...amountsAfter.values()]) {
    subjects.set(key, subjectOf(line, field));
  }
  // Funds in wallets that no balance mentions are a difference too, unless the shared pool includes them.
  for (const found of sums) {
    const isMentioned = known.has(lineKey(found.type, found.network, found.currency));
    if (isMentioned || (isInPool(found.network) && pooled.has(poolKeyOf(found)))) continue;
    const subject = subjectOf(found, 'available');
    subjects.set(subject.key, subject);
  }

  const rows = [...subjects.values()].map((subject) => {
    const stated = amountsAfter.get(subject.key)?.amount;
    const statedBefore = amountsBefore.get(subject.key)?.amount;
    return checkRow({ ...subject, stated, statedBefore }, sums, unreadable, ofLedger.get(subject.key));
  });
  return rows.sort(
    (a, b) =>
      byType(a.type, b.type) ||
      byNetwork(a.network, b.network) ||
      byCurrency(a.currency, b.currency) ||
      fields.indexOf(a.field) - fields.indexOf(b.field),
  );
}

const fields = ['available', 'transit', 'blockchain'] as const satisfies readonly AmountField[];

type Place = Pick<BalanceLine, 'type' | 'network' | 'currency'>;
type PublishedAmount = { key: string; line: BalanceLine; field: AmountField; amount: Decimal };

/** Every published amount. */
function amountsOf(lines: readonly BalanceLine[]): Map<string, PublishedAmount> {
  const amounts = lines.flatMap((line) =>
    fields.flatMap((field): PublishedAmount[] => {
      const amount = line[field];
      return amount === undefined ? [] : [{ key: amountKey(line, field), line, field, amount }];
    }),
  );
  return new Map(amounts.map((amount) => [amount.key, amount]));
}

function amountKey({ type, network, currency }: Place, field: AmountField): string {
  return `${lineKey(type, network, currency)} ${field}`;
}

type Subject = Pick<CheckRow, 'key' | 'type' | 'network' | 'currency' | 'rule' | 'field'>;

function subjectOf({ type, network, currency }: Place, field: AmountField): Subject {
  const key = amountKey({ type, network, currency }, field);
  return { key, type, network, currency, field, rule: ruleOf(type, network, field) };
}

function ruleOf(type: string, network: string, field: AmountField): Rule {
  const isShared = network === sharedPoolKey;
  if (type === 'user') return !isShared && field === 'available' ? 'equal' : 'unknown';
  if (type !== 'accounting') return 'unknown';
  if (isShared) return field === 'blockchain' ? 'equal' : 'pool';
  return field === 'available' ? 'within' : 'unknown';
}

/** Whether the wallets have a part in the amount. */
function comparesWallets({ rule }: Pick<CheckRow, 'rule'>): boolean {
  return rule === 'equal' || rule === 'within';
}

function checkRow(
  subject: Subject & Pick<CheckRow, 'stated' | 'statedBefore'>,
  sums: WalletSums['lines'],
  unreadable: WalletSums['unreadable'],
  ledger: LedgerCheckRow | undefined,
): CheckRow {
  const networks = subject.network === sharedPoolKey ? sharedPoolNetworks : [subject.network];
  const isOfNetworks = (network: string) => networks.some((code) => code === network);
  const hasWallets =
    comparesWallets(subject) || (subject.rule === 'unknown' && subject.field === 'available');
  const own = hasWallets
    ? sums.filter(
        ({ type, network, currency }) =>
          type === subject.type && currency === subject.currency && isOfNetworks(network),
      )
    : [];
  const { stated = ZERO } = subject;
  const walletsTotal = sum(own.map(({ available }) => available));
  const { pool, entries } = ledger ?? {};
  const ofParts = subtract(stated, add(walletsTotal, pool ?? ZERO));
  const row = {
    ...subject,
    walletsTotal,
    wallets: own.reduce((count, { wallets }) => count + wallets, 0),
    pool,
    entries,
    difference: isZero(ofParts) && entries !== undefined ? subtract(stated, entries) : ofParts,
  };
  const isIncomplete =
    comparesWallets(subject) &&
    unreadable.some(
      ({ type, network }) =>
        (type === null || type === subject.type) && (network === null || isOfNetworks(network)),
    );
  return { ...row, verdict: verdictOf(row, isIncomplete) };
}

function verdictOf(row: Omit<CheckRow, 'verdict'>, isIncomplete: boolean): Verdict {
  const hasLedger = row.pool !== undefined;
  if (!hasLedger && !comparesWallets(row)) return 'unchecked';
  if (isIncomplete) return 'incomplete';
  if (row.stated !== row.statedBefore) return 'changed';
  if (hasLedger || row.rule === 'equal') return isZero(row.difference) ? 'proved' : 'difference';
  return compare(row.walletsTotal, row.stated ?? ZERO) <= 0 ? 'bounded' : 'difference';
}

function isInPool(network: string): boolean {
  return sharedPoolNetworks.some((code) => code === network);
}

function poolKeyOf({ type, currency }: Pick<BalanceLine, 'type' | 'currency'>): string {
  return JSON.stringify([type, currency]);
}

/** Whether there is nothing on either side. */
export function isZeroRow(row: CheckRow): boolean {
  if (row.verdict === 'difference') return false;
  return isZero(row.stated ?? ZERO) && isZero(row.statedBefore ?? ZERO) && isZero(row.walletsTotal);
}
