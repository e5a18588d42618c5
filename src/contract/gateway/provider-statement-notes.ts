import { formatCount, formatList } from '#domain/format.ts';
import type { Instant } from '#domain/time.ts';
import type { ProviderStatement } from './provider-statements.ts';
import type { UnreadableReason } from './whole-list.ts';

/** What stands in place of an amount that isn't known. */
export const notKnown = 'Not known';

const reasons: Record<UnreadableReason, string> = {
  too_long: 'The provider’s lists are too long for the console to add up',
  no_pages: 'The provider returns only the first rows of its lists',
  changing: 'The provider’s lists changed each time they were read',
  failed: 'The provider’s lists couldn’t be read',
  unclear: 'Some rows of the provider’s lists don’t show whether they belong to this period',
};

/** Everything that a provider's statement doesn't tell, and why, as sentences; empty: nothing is missing. */
export function unknownsOf(statement: ProviderStatement, timeText: (instant: Instant) => string): string[] {
  const { opening_at: opening, closing_at: closing, snapshots_since: since } = statement;
  const missing = [...(opening === null ? ['opening'] : []), ...(closing === null ? ['closing'] : [])];
  const messages: string[] = [];
  if (missing.length > 0) {
    const moments = missing.length === 2 ? 'these moments' : 'that moment';
    const when =
      since === null
        ? 'It takes one every full hour once the account has a key for its users, which an administrator adds under Settings → API keys.'
        : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes instants.
          `Snapshots have been taken every full hour since ${timeText(since as Instant)}, whenever the provider answered.`;
    messages.push(
      `The ${formatList(missing)} balances aren’t known, because the console has no snapshot of ${moments}. ${when}`,
    );
  }
  if (statement.unreadable_reason !== null) {
    messages.push(`${reasons[statement.unreadable_reason]}, so what moved isn’t known.`);
  }
  if (statement.unreadable > 0) {
    const are = statement.unreadable === 1 ? 'isn’t' : 'aren’t';
    messages.push(
      `${formatCount(statement.unreadable, 'row')} of the provider’s lists couldn’t be read and ${are} included.`,
    );
  }
  return messages;
}

/** Where the figures come from. */
export function sourcesNote(zone: string): string {
  return `Opening and closing are the balances that your provider stated on these hours. What moved comes from its lists of completed transactions and exchanges, by creation time, in days of ${zone}.`;
}

export const unexplainedNote =
  '“Not explained” is what remains: funds on hold, AML check fees, fees that the provider doesn’t list, and anything it booked in another period than it created it. The provider shows its ledger to no one, so the console can’t tell them apart.';
