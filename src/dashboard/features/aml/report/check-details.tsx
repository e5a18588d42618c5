import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { readAmlCheck } from '#contract/gateway/aml-checks.ts';
import type { ReadDataOf } from '#contract/read-answer.ts';
import { notFoundMessage } from '#domain/aml/not-found.ts';
import { readReport } from '#domain/aml/read-report.ts';
import { Notice } from '#dashboard/ui/notice.tsx';
import { amlQueries } from '#dashboard/entities/aml/aml.queries.ts';
import { CheckFacts } from './check-facts.tsx';
import { Comparison } from './comparison.tsx';
import { Decisions } from './decisions.tsx';
import { ExposureTable } from './exposure-table.tsx';
import { Finding } from './finding.tsx';
import { OtherFields } from './other-fields.tsx';
import { ReportFacts } from './report-facts.tsx';
import { ReportMessage } from './report-message.tsx';
import classes from './report.module.css';

type Props = { read: ReadDataOf<typeof readAmlCheck> };

/** The report of a finished check, what was decided on it, and what it was before. */
export function CheckDetails({ read }: Props) {
  const { check, report, decisions, other_decision: otherDecision, others } = read;
  const { data: rules } = useQuery(amlQueries.rules());
  const findings = report === null ? undefined : readReport(report);
  return (
    <div className={classes['columns']}>
      <Stack gap="xl" miw={0}>
        <Finding check={check} thresholds={rules?.value.thresholds} />
        {check.is_not_found && <Notice tone="warning">{notFoundMessage(check)}</Notice>}
        {findings === undefined ? (
          <Notice tone="warning">
            The report is kept, and is not of a form that this console reads. The raw JSON has all of it.
          </Notice>
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
        <section className={classes['panel']} aria-label="About the check">
          <Title order={2}>About the check</Title>
          <CheckFacts check={check} />
        </section>
      </Stack>
    </div>
  );
}
