import type { AmlCheck } from '#contract/gateway/aml-library.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Fact, Facts } from '#dashboard/ui/facts.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { keyWords } from '#dashboard/entities/aml/aml-words.ts';
import { isRunning } from '#dashboard/entities/aml/aml.queries.ts';
import { AmlResult } from '#dashboard/entities/aml/badge/aml-result.tsx';
import { RunningTimes } from './running-times.tsx';

/** Who asked and when, what the provider calls it, and what proves the report. */
export function CheckFacts({ check }: { check: AmlCheck }) {
  return (
    <Facts>
      <Fact name="Asked" note={`by ${keyWords(check.asked_by, check.key_fingerprint)}`}>
        <CopyableTime value={check.created_at} />
      </Fact>
      {isRunning(check) && (
        <Fact name="So far">
          <RunningTimes check={check} />
        </Fact>
      )}
      {check.state !== 'finished' && (
        <Fact name="Last report">
          <AmlResult value={check.value} network={check.network} />
        </Fact>
      )}
      {check.ended_at !== null && (
        <Fact name="Ended">
          <CopyableTime value={check.ended_at} />
        </Fact>
      )}
      {check.uid !== null && (
        <Fact name="Uid">
          <Address value={check.uid} what="uid" full />
        </Fact>
      )}
      {check.payer_address !== null && (
        <Fact name="Paid by">
          <Address value={check.payer_address} full network={check.network} kind="address" />
        </Fact>
      )}
      {check.checks_left !== null && (
        <Fact name="Checks left">{check.checks_left}, as the provider told with the report</Fact>
      )}
      {check.report_sha256 !== null && (
        <Fact name="SHA-256" note="Of the answer that the report came in, byte for byte.">
          <Address value={check.report_sha256} what="SHA-256" full />
        </Fact>
      )}
    </Facts>
  );
}
