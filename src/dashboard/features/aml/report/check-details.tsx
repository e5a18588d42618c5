import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { readAmlCheck } from '#contract/gateway/aml-checks.ts';
import type { ReadDataOf } from '#contract/read-answer.ts';
import { notFoundLabel, notFoundMessage } from '#domain/aml/not-found.ts';
import { type AmlFindings, parseReport } from '#domain/aml/read-report.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { amlRulesQuery } from '#dashboard/entities/aml/aml-rules.queries.ts';
import { CheckFacts } from './check-facts.tsx';
import { Comparison } from './comparison.tsx';
import { Decisions } from './decisions.tsx';
import { ExposureTable } from './exposure-table.tsx';
import { ReportMessage } from './report-message.tsx';
import classes from './report.module.css';
import { useId } from 'react';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import type { AmlRules } from '#contract/gateway/aml-rules.ts';
import { BandBadge, SanctionsTag } from '#dashboard/entities/aml/aml-badge.tsx';
import { findingMessage } from './finding-message.ts';
import { parseTimestamp } from '#domain/time.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { stringifyJson } from '#domain/json.ts';

type Props = { read: ReadDataOf<typeof readAmlCheck> };

/** The report of a finished check, its decisions, and a comparison with earlier reports. */
export function CheckDetails({ read }: Props) {
  const { check, report, decisions, other_decision: otherDecision, others } = read;
  const { data: rules } = useQuery(amlRulesQuery);
  const findings = report === null ? undefined : parseReport(report);
  return (
    <div className={classes['columns']}>
      <Stack gap="xl" miw={0}>
        <Finding check={check} thresholds={rules?.value.thresholds} />
        {check.is_not_found && <Alert tone="warning">{notFoundMessage(check)}</Alert>}
        {findings === undefined ? (
          <Alert tone="warning">
            The report was saved, but this console can’t read its format. Download the raw JSON to see it.
          </Alert>
        ) : (
          <>
            <ExposureTable
              title="Exposure by category"
              exposure={findings.categories}
              weighed={check.categories}
            />
            <ExposureTable title="Exposure by source" exposure={findings.sources} />
            <ReportFacts findings={findings} />
            <ReportMessage lines={findings.message} />
            <OtherFields other={findings.other} />
          </>
        )}
      </Stack>
      <Stack gap="xl" miw={0}>
        <Decisions check={check} decisions={decisions} other={otherDecision} />
        {findings !== undefined && <Comparison check={check} findings={findings} others={others} />}
        <section className={classes['panel']} aria-label="Check details">
          <Title order={2}>Check details</Title>
          <CheckFacts check={check} />
        </section>
      </Stack>
    </div>
  );
}

type FindingProps = { check: AmlCheck; thresholds: AmlRules['thresholds'] | undefined };

/** The score with its band, and what was found in a sentence. */
function Finding({ check, thresholds }: FindingProps) {
  const id = useId();
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <Title order={2} id={id}>
        Finding
      </Title>
      {check.band !== null && (
        <Group component="p" gap="4px 8px" className={classes['verdict']}>
          <BandBadge band={check.band} score={check.score} reason={notFoundLabel(check)} />
          <SanctionsTag sanctions={check.sanctions} />
        </Group>
      )}
      <Text maw="72ch" lh="20px" inherit className={classes['sentence']}>
        {findingMessage(check)}
      </Text>
      {thresholds !== undefined && (
        <Text c="dimmed" fw={400} inherit>
          Under your rules, a score is medium from {thresholds.medium}, high from {thresholds.high} and severe
          from {thresholds.severe}; a category that reaches its minimum share can weigh more than the score.
        </Text>
      )}
    </section>
  );
}

/** The subject's owner and activity, as reported by the provider. */
function ReportFacts({ findings }: { findings: AmlFindings }) {
  const id = useId();
  const { owner, transactions, balances, lastOperation, risk, directHits, pdfLink } = findings;
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <Title order={2} id={id}>
        Subject
      </Title>
      <DescriptionList>
        <Description name="Owner">
          <span className={classes['said']}>{owner ?? 'not reported'}</span>
        </Description>
        {directHits.length > 0 && (
          <Description name="Direct hits">
            <ul>
              {directHits.map((hit, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- never reordered
                <li key={index} className={classes['said']}>
                  {[hit.role, hit.entity, hit.category, hit.source].filter((part) => part !== '').join(' · ')}
                  {hit.address !== '' && (
                    <div>
                      <Address value={hit.address} />
                    </div>
                  )}
                </li>
              ))}
            </ul>
          </Description>
        )}
        <Description name="Transactions">
          {transactions.total === null && transactions.inputs === null && transactions.outputs === null
            ? 'not reported'
            : `${transactions.total ?? '?'} total, ${transactions.inputs ?? '?'} in, ${transactions.outputs ?? '?'} out`}
        </Description>
        <Description name="Balances">
          {balances.length === 0
            ? 'not reported'
            : balances.map(({ currency, amount }) => (
                <div key={currency} className={classes['said']}>
                  <Amount value={amount} currency={currency} />
                </div>
              ))}
        </Description>
        <Description name="Last operation">
          {lastOperation === null && 'not reported'}
          {lastOperation !== null &&
            (parseTimestamp(lastOperation) === undefined ? (
              <span className={classes['said']}>{lastOperation}</span>
            ) : (
              <CopyableTime value={lastOperation} />
            ))}
        </Description>
        {(risk.score !== null || risk.level !== null) && (
          <Description name="Risk" note="The provider’s rating">
            <span className={classes['said']}>{[risk.score, risk.level].filter(Boolean).join(' · ')}</span>
          </Description>
        )}
        {pdfLink !== '' && (
          <Description name="PDF link" note="The provider’s link. The console downloads the PDF itself.">
            <span className={classes['said']}>{pdfLink}</span>
          </Description>
        )}
      </DescriptionList>
    </section>
  );
}

type OtherFieldsProps = { other: readonly { path: string; value: unknown }[] };

/** Everything of the report that the page shows nowhere else. */
function OtherFields({ other }: OtherFieldsProps) {
  const id = useId();
  if (other.length === 0) return null;
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <Title order={2} id={id}>
        Other fields
      </Title>
      <DescriptionList isWide>
        {other.map(({ path, value }) => (
          <Description key={path} name={<span className={classes['said']}>{path}</span>}>
            <code className={classes['said']}>
              {typeof value === 'string' ? value : stringifyJson(value)}
            </code>
          </Description>
        ))}
      </DescriptionList>
    </section>
  );
}
