import { sharedPoolKey } from '#contract/wallet-service/balances.ts';
import { compare, subtract, sum } from '#domain/arithmetic.ts';
import { type Decimal, ZERO, isZero } from '#domain/decimal.ts';
import {
  type BalanceLine,
  byCurrency,
  byNetwork,
  byType,
  lineKey,
  sharedPoolNetworks,
} from '../balance-lines.ts';
import type { UnreadWallet, WalletSum, WalletSums } from './wallet-sums.ts';

/**
 * What the balances promise about the wallets. `equal`: the wallets hold exactly the published amount.
 * `within`: the amount is a pool and the wallets together, so that the wallets hold at most that. `unknown`:
 * nothing is published that could be checked.
 */
export type Rule = 'equal' | 'within' | 'unknown';

export type Verdict =
  /** The rule holds, to the last digit. */
  | 'match'
  | 'within'
  | 'difference'
  /** The balance changed while the wallets were read: the two numbers are of different moments. */
  | 'changed'
  /** Some wallets that belong to the sum could not be read. */
  | 'incomplete'
  | 'unchecked';

export type CheckRow = {
  key: string;
  type: string;
  network: string;
  currency: string;
  rule: Rule;
  /** Which of the published amounts is compared. */
  field: 'available' | 'blockchain';
  /** What the balances say after the wallets were read; undefined where they have no such line. */
  stated: Decimal | undefined;
  /** What they said before. */
  statedBefore: Decimal | undefined;
  walletsTotal: Decimal;
  wallets: number;
  /** `stated` − `walletsTotal`. */
  difference: Decimal;
  verdict: Verdict;
};

/** Compares the balances, read before and after the wallets, with what the wallets hold. */
export function checkWallets(
  before: readonly BalanceLine[],
  after: readonly BalanceLine[],
  { sums, unread }: WalletSums,
): CheckRow[] {
  const linesBefore = new Map(before.map((line) => [line.key, line]));
  const lines = new Map([...before, ...after].map((line) => [line.key, line]));
  const linesAfter = new Map(after.map((line) => [line.key, line]));
  const pooled = new Set([...lines.values()].filter((line) => line.network === sharedPoolKey).map(poolKeyOf));

  const subjects = new Map<string, Subject>();
  for (const line of lines.values()) subjects.set(line.key, subjectOf(line));
  // What wallets hold and no balance mentions is a difference too, unless the shared pool stands for it.
  for (const found of sums) {
    const key = lineKey(found.type, found.network, found.currency);
    if (lines.has(key) || (isInPool(found.network) && pooled.has(poolKeyOf(found)))) continue;
    subjects.set(key, { ...subjectOf(found), key });
  }

  const rows = [...subjects.values()].map((subject) =>
    checkRow(subject, linesBefore.get(subject.key), linesAfter.get(subject.key), sums, unread),
  );
  return rows.sort(
    (a, b) => byType(a.type, b.type) || byNetwork(a.network, b.network) || byCurrency(a.currency, b.currency),
  );
}

type Subject = Pick<CheckRow, 'key' | 'type' | 'network' | 'currency' | 'rule' | 'field'>;

function subjectOf({ type, network, currency }: Pick<BalanceLine, 'type' | 'network' | 'currency'>): Subject {
  const isPool = network === sharedPoolKey;
  const field = isPool ? 'blockchain' : 'available';
  return {
    key: lineKey(type, network, currency),
    type,
    network,
    currency,
    rule: ruleOf(type, isPool),
    field,
  };
}

function ruleOf(type: string, isPool: boolean): Rule {
  if (type === 'user') return isPool ? 'unknown' : 'equal';
  if (type === 'accounting') return isPool ? 'equal' : 'within';
  return 'unknown';
}

function checkRow(
  subject: Subject,
  before: BalanceLine | undefined,
  after: BalanceLine | undefined,
  sums: readonly WalletSum[],
  unread: readonly UnreadWallet[],
): CheckRow {
  const networks = subject.network === sharedPoolKey ? sharedPoolNetworks : [subject.network];
  const isOfNetworks = (network: string) => networks.some((code) => code === network);
  const own = sums.filter(
    ({ type, network, currency }) =>
      type === subject.type && currency === subject.currency && isOfNetworks(network),
  );
  const stated = after?.[subject.field];
  const statedBefore = before?.[subject.field];
  const walletsTotal = sum(own.map(({ total }) => total));
  const row = {
    ...subject,
    stated,
    statedBefore,
    walletsTotal,
    wallets: own.reduce((count, { wallets }) => count + wallets, 0),
    difference: subtract(stated ?? ZERO, walletsTotal),
  };
  const isIncomplete = unread.some(
    ({ type, network }) =>
      (type === undefined || type === subject.type) && (network === undefined || isOfNetworks(network)),
  );
  return { ...row, verdict: verdictOf(row, isIncomplete) };
}

function verdictOf(row: Omit<CheckRow, 'verdict'>, isIncomplete: boolean): Verdict {
  // The pool's line without the amount that the wallets could be compared with.
  const isUnstated = row.field === 'blockchain' && row.stated === undefined;
  if (row.rule === 'unknown' || isUnstated) return 'unchecked';
  if (isIncomplete) return 'incomplete';
  if (row.stated !== row.statedBefore) return 'changed';
  if (row.rule === 'equal') return isZero(row.difference) ? 'match' : 'difference';
  return compare(row.walletsTotal, row.stated ?? ZERO) <= 0 ? 'within' : 'difference';
}

function isInPool(network: string): boolean {
  return sharedPoolNetworks.some((code) => code === network);
}

function poolKeyOf({ type, currency }: Pick<BalanceLine, 'type' | 'currency'>): string {
  return JSON.stringify([type, currency]);
}

/** Whether there is nothing on either side. */
export function isZeroRow(row: CheckRow): boolean {
  return isZero(row.stated ?? ZERO) && isZero(row.statedBefore ?? ZERO) && isZero(row.walletsTotal);
}
