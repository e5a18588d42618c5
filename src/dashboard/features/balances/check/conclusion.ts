import { formatCount, formatInteger } from '#domain/format.ts';
import type { WalletCheck } from '../balances.queries.ts';
import type { Verdict } from './wallet-check.ts';

export type Conclusion = {
  /** True only if every balance is proved and nothing contradicts it. */
  isProved: boolean;
  /** A difference, or a reason why balances couldn't be compared. */
  needsAttention: boolean;
  title: string;
  /** How many balances have each result. The first three are always there, zero included. */
  counts: { verdict: Verdict; count: number }[];
  /** What keeps the check from being proof, and what to do about it. */
  doubts: string[];
};

type Check = Omit<WalletCheck, 'startedAt' | 'endedAt'>;

const always = ['proved', 'bounded', 'unchecked'] as const satisfies readonly Verdict[];
const sometimes = ['difference', 'changed', 'incomplete'] as const satisfies readonly Verdict[];

/** The conclusion of a check, which claims no more than was verified. */
export function conclude(check: Check): Conclusion {
  const count = (verdict: Verdict) => check.rows.filter((row) => row.verdict === verdict).length;
  const doubts = doubtsOf(check, count);
  const counts = [
    ...always.map((verdict) => ({ verdict, count: count(verdict) })),
    ...sometimes.map((verdict) => ({ verdict, count: count(verdict) })).filter((each) => each.count > 0),
  ];
  const isProved = doubts.length === 0 && check.rows.length > 0 && count('proved') === check.rows.length;
  const undecided = count('changed') + count('incomplete');
  const needsAttention = count('difference') > 0 || undecided > 0;
  return { isProved, needsAttention, title: titleOf(check, count, undecided), counts, doubts };
}

function titleOf(check: Check, count: (verdict: Verdict) => number, undecided: number): string {
  const proved = count('proved');
  const all = check.rows.length;
  if (count('difference') > 0) return `${formatCount(count('difference'), 'difference')} found`;
  if (undecided > 0) {
    return `No differences found, but ${formatCount(undecided, 'balance')} couldn’t be compared`;
  }
  if (all === 0) return 'No balances to check';
  if (proved === all) return `All ${formatCount(all, 'balance')} proved to the last digit`;
  return `${formatInteger(proved)} of ${formatCount(all, 'balance')} proved to the last digit`;
}

function doubtsOf(check: Check, count: (verdict: Verdict) => number): string[] {
  const { unread, ledgerFailure, hasLedger, rows } = check;
  const doubts: string[] = [];
  if (ledgerFailure !== null) {
    doubts.push(
      `The ledger couldn’t be loaded, so pools weren’t checked against it: ${ledgerFailure} Check again.`,
    );
  }
  if (unread > 0) {
    doubts.push(
      `${formatCount(unread, 'wallet')} couldn’t be read completely. Sums that include ${unread === 1 ? 'it' : 'them'} were not compared.`,
    );
  }
  if (count('changed') > 0) {
    doubts.push(
      `${formatCount(count('changed'), 'balance')} changed during the check, so the numbers are from different moments. Check again.`,
    );
  }
  if (count('difference') > 0 && !hasLedger) {
    doubts.push(
      'This provider’s wallets are read page by page. Funds that move between wallets during the check can look like a difference. Check again: a difference that stays is real.',
    );
  }
  const ofLedger = rows.filter(({ verdict, entries, stated }) => {
    return verdict === 'difference' && entries !== undefined && entries !== stated;
  }).length;
  if (ofLedger > 0) {
    doubts.push(
      `${formatCount(ofLedger, 'balance')} ${ofLedger === 1 ? 'differs from its' : 'differ from their'} ledger entries. Run “npm run ledger:verify” to find out which entries.`,
    );
  }
  return doubts;
}
