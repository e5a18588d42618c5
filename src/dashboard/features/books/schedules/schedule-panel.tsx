import { NativeSelect, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { type ReportSchedule, scheduledFormats, scheduleReport } from '#contract/gateway/report-schedules.ts';
import { type ScheduleStep, scheduleSteps } from '#domain/reports/scheduled-periods.ts';
import type { ReportName } from '#domain/reports/report.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { zoneName } from '#dashboard/lib/zoned-time.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { filesPath } from '../files/statement-files.queries.ts';
import { nextPeriodText } from './next-period-text.ts';
import { reportLabels, scheduledFormatLabels, stepLabels } from './schedule-labels.ts';

/** How often the report is made, and as what. */
export function SchedulePanel({ report }: { report: ReportName }) {
  const { iana } = useTimeZone();
  const [every, setEvery] = useState<ScheduleStep>('month');
  const [format, setFormat] = useState<ReportSchedule['format']>('csv');
  const scheduling = useChange(scheduleReport);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!scheduling.isPending) scheduling.mutate({ report, every, format, time_zone: iana });
  };
  if (scheduling.data !== undefined) return <Scheduled schedule={scheduling.data} />;
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm" miw={280} maw={360} fz="sm">
        <NativeSelect
          label="How often"
          value={every}
          data={scheduleSteps.map((value) => ({ value, label: stepLabels[value] }))}
          onChange={({ currentTarget: { value } }) => {
            scheduling.reset();
            setEvery(scheduleSteps.find((step) => step === value) ?? 'month');
          }}
        />
        <NativeSelect
          label="Format"
          value={format}
          data={scheduledFormats.map((value) => ({ value, label: scheduledFormatLabels[value] }))}
          onChange={({ currentTarget: { value } }) => {
            scheduling.reset();
            setFormat(scheduledFormats.find((each) => each === value) ?? 'csv');
          }}
        />
        <Text c="dimmed" inherit>
          About 15 minutes after a {every} ends in {zoneName(iana)}, a file of the {reportLabels[report]}{' '}
          report is made for your account, with all currencies.
        </Text>
        {scheduling.error !== null && <FailureAlert error={scheduling.error} />}
        <Button type="submit" loading={scheduling.isPending}>
          Schedule report
        </Button>
        <Link to={filesPath}>Scheduled reports and their files</Link>
      </Stack>
    </form>
  );
}

function Scheduled({ schedule }: { schedule: ReportSchedule }) {
  return (
    <Stack gap="sm" miw={280} maw={360} fz="sm">
      <Alert tone="positive" role="status">
        Scheduled. The first file has {nextPeriodText(schedule)}.
      </Alert>
      <Link to={filesPath}>Scheduled reports and their files</Link>
    </Stack>
  );
}
