import { countOf, groupDigits } from '../../../lib/digits.ts';
import type { WalletCheck } from '../balances.queries.ts';
import type { Verdict } from './wallet-check.ts';

export type Conclusion = {
  /** Only when nothing speaks against it. */
  addsUp: boolean;
  title: string;
  /** What keeps the check from being proof, and what to do about it. */
  doubts: string[];
};

/** What a whole check says, no more than it has seen. */
export function conclude(check: Omit<WalletCheck, 'startedAt' | 'endedAt'>): Conclusion {
  const count = (verdict: Verdict) => check.rows.filter((row) => row.verdict === verdict).length;
  const differences = count('difference');
  const undecided = count('changed') + count('incomplete');
  const doubts = doubtsOf(check, count('changed'), differences);
  if (differences > 0) {
    return { addsUp: false, title: `${countOf(differences, 'difference')} found`, doubts };
  }
  if (undecided > 0) {
    const rows = `${countOf(undecided, 'balance')} could not be compared`;
    return { addsUp: false, title: `No difference found, but ${rows}`, doubts };
  }
  if (!check.isListSteady) {
    const doubt = check.walletsListed === null ? 'may not be complete' : 'changed';
    return { addsUp: false, title: `No difference found, but the list of wallets ${doubt}`, doubts };
  }
  const matches = count('match');
  if (matches === 0) return { addsUp: true, title: 'Nothing to compare, and no difference', doubts };
  return {
    addsUp: true,
    title: `${countOf(matches, 'balance')} ${matches === 1 ? 'equals its' : 'equal their'} wallets to the last digit`,
    doubts,
  };
}

function doubtsOf(
  check: Omit<WalletCheck, 'startedAt' | 'endedAt'>,
  changed: number,
  differences: number,
): string[] {
  const { isListSteady, walletsRead, walletsListed, unread } = check;
  const doubts: string[] = [];
  if (!isListSteady && walletsListed === null) {
    doubts.push(
      `The provider doesn’t say how many wallets there are: ${groupDigits(walletsRead)} were read, and nothing proves that these are all.`,
    );
  } else if (!isListSteady && walletsListed !== null) {
    doubts.push(
      `The list of wallets changed while it was read: ${groupDigits(walletsRead)} different wallets were read, and the last page counted ${groupDigits(walletsListed)}. A wallet may be missing from the sums: check again.`,
    );
  }
  if (unread > 0) {
    doubts.push(
      `${countOf(unread, 'wallet')} could not be read whole, so that sums with ${unread === 1 ? 'it' : 'them'} are not compared.`,
    );
  }
  if (changed > 0) {
    doubts.push(
      `${countOf(changed, 'balance')} changed while the wallets were read, so that the two numbers are of different moments: check again.`,
    );
  }
  if (differences > 0) {
    doubts.push(
      'Wallets are read one page after the other. Funds that moved from one wallet to another meanwhile can make a difference that is none: check again. One that stays is real.',
    );
  }
  return doubts;
}
