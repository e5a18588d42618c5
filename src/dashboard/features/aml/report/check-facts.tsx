import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { keyLabel } from '#dashboard/entities/aml/aml-badge.tsx';
import { isRunning } from '#dashboard/entities/aml/running.ts';
import { AmlResult } from '#dashboard/entities/aml/aml-result.tsx';
import { formatDuration } from '#dashboard/lib/format.ts';
import { useClock } from '#dashboard/lib/use-clock.ts';

/** Who asked and when, what the provider calls it, and what proves the report. */
export function CheckFacts({ check }: { check: AmlCheck }) {
  return (
    <DescriptionList>
      <Description name="Requested" note={`by ${keyLabel(check.asked_by, check.key_fingerprint)}`}>
        <CopyableTime value={check.created_at} />
      </Description>
      {isRunning(check) && (
        <Description name="Progress">
          <RunningTimes check={check} />
        </Description>
      )}
      {check.state !== 'finished' && (
        <Description name="Last report">
          <AmlResult value={check.value} network={check.network} />
        </Description>
      )}
      {check.ended_at !== null && (
        <Description name="Finished">
          <CopyableTime value={check.ended_at} />
        </Description>
      )}
      {check.uid !== null && (
        <Description name="Provider’s check ID">
          <Address value={check.uid} what="uid" full />
        </Description>
      )}
      {check.payer_address !== null && (
        <Description name="Paid by">
          <Address value={check.payer_address} full network={check.network} kind="address" />
        </Description>
      )}
      {check.checks_left !== null && (
        <Description name="Remaining checks">{check.checks_left}, as reported with this check</Description>
      )}
      {check.report_sha256 !== null && (
        <Description name="SHA-256" note="Hash of the response that contained the report">
          <Address value={check.report_sha256} what="SHA-256" full />
        </Description>
      )}
    </DescriptionList>
  );
}

/** For how long a check has been running, how often its report was asked for, and when it is asked for again. */
function RunningTimes({ check }: { check: AmlCheck }) {
  const now = useClock();
  const next = check.next_recheck_at === null ? undefined : Date.parse(check.next_recheck_at) - now;
  const times = check.rechecks === 1 ? 'once' : `${check.rechecks} times`;
  return (
    <>
      Running for {formatDuration(Math.max(0, now - Date.parse(check.created_at)))}
      {check.rechecks > 0 && `, polled ${times}`}
      {next !== undefined && (next > 0 ? `, next poll in ${formatDuration(next)}` : ', polling now')}.
    </>
  );
}
