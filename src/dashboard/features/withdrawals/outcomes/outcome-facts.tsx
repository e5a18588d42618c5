import type { WithdrawalOutcome } from '#contract/gateway/withdrawal-outcomes.ts';
import { networkLabel } from '#dashboard/lib/network-words.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Fact, Facts } from '#dashboard/ui/facts.tsx';
import { Time } from '#dashboard/ui/time.tsx';

/** What was sent, when, why its outcome is unknown, and how the checks of it went. */
export function OutcomeFacts({ outcome }: { outcome: WithdrawalOutcome }) {
  const { network, attempts, checks } = outcome;
  return (
    <Facts>
      <Fact name="Recipient">
        <Address value={outcome.recipient_wallet} full network={network} kind="address" />
      </Fact>
      <Fact name="Amount">
        <Amount value={outcome.amount} currency={outcome.currency} /> on {networkLabel(network)}
      </Fact>
      <Fact name="External ID">
        <Address value={outcome.external_id} what="external ID" full />
      </Fact>
      <Fact
        name={attempts === 1 ? 'Sent' : 'Last sent'}
        note={
          attempts === 1
            ? undefined
            : `Sent ${attempts} times; each earlier attempt is known to have created nothing.`
        }
      >
        <Time value={outcome.last_attempt_at} /> by {outcome.via === 'program' ? 'a program' : 'a person'}
        {outcome.requested_by !== null && ` with the key “${outcome.requested_by}”`}
      </Fact>
      {outcome.unknown_because !== null && <Fact name="What happened">{outcome.unknown_because}</Fact>}
      {outcome.last_checked_at !== null && (
        <Fact name="Last check" note={outcome.last_finding ?? undefined}>
          <Time value={outcome.last_checked_at} />
          {checks > 1 && `, the ${ordinal(checks)} one`}
        </Fact>
      )}
      {outcome.next_check_at !== null && (
        <Fact
          name="Next check"
          note={
            outcome.provable_at !== null &&
            outcome.provable_at >= outcome.next_check_at && (
              <>
                From <Time value={outcome.provable_at} /> on, a check can prove that no withdrawal was
                created.
              </>
            )
          }
        >
          <Time value={outcome.next_check_at} />
        </Fact>
      )}
    </Facts>
  );
}

const rules = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

function ordinal(count: number): string {
  return `${count}${endings[rules.select(count)] ?? 'th'}`;
}
