import { useState } from 'react';
import { endReportSchedule, type ReportSchedule } from '#contract/gateway/report-schedules.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { zoneName } from '#dashboard/lib/zoned-time.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { PermittedButton } from '#dashboard/ui/permitted-link.tsx';
import { DeleteQuestion } from '#dashboard/ui/row-tasks.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { TwoLines } from '../two-lines.tsx';
import { nextPeriodText } from './next-period-text.ts';
import { reportLabels, scheduledFormatLabels, stepLabels } from './schedule-labels.ts';

/** The reports that are made as files again and again, with the next one of each. */
export function ScheduledReports({ schedules }: { schedules: readonly ReportSchedule[] }) {
  return (
    <FramedTable title="Scheduled reports" isStacked isWhole>
      <thead>
        <tr>
          <th scope="col">Report</th>
          <th scope="col">How often</th>
          <th scope="col">Next file</th>
          <th scope="col">Ready at</th>
          <th scope="col">Scheduled</th>
          <th scope="col">
            <span className="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {schedules.map((schedule) => (
          <ScheduleRow key={schedule.id} schedule={schedule} />
        ))}
      </tbody>
    </FramedTable>
  );
}

function ScheduleRow({ schedule }: { schedule: ReportSchedule }) {
  const { report, every, format, time_zone: zone } = schedule;
  return (
    <tr>
      <th scope="row">
        {reportLabels[report]}, {scheduledFormatLabels[format]}
      </th>
      <td data-label="How often">
        <TwoLines note={zoneName(zone)}>{stepLabels[every]}</TwoLines>
      </td>
      <td data-label="Next file">{nextPeriodText(schedule)}</td>
      <td data-label="Ready at">
        <CopyableTime value={schedule.next_at} />
      </td>
      <td data-label="Scheduled">
        <TwoLines note={schedule.created_by ?? 'an API key'}>
          <CopyableTime value={schedule.created_at} />
        </TwoLines>
      </td>
      <td data-align="end">
        <EndButton schedule={schedule} />
      </td>
    </tr>
  );
}

function EndButton({ schedule: { id, report, every } }: { schedule: ReportSchedule }) {
  const [isAsking, setIsAsking] = useState(false);
  const permission = usePermission(endReportSchedule);
  const ending = useChange(endReportSchedule);
  if (!isAsking) {
    return (
      <PermittedButton
        permission={permission}
        variant="default"
        size="compact-sm"
        aria-label={`End ${reportLabels[report]}, ${stepLabels[every]}`}
        onClick={() => setIsAsking(true)}
      >
        End
      </PermittedButton>
    );
  }
  return (
    <DeleteQuestion
      keepLabel="Keep"
      deleteLabel="End schedule"
      removing={ending}
      onKeep={() => setIsAsking(false)}
      onDelete={() =>
        ending.mutate({ id }, { onSuccess: () => notifySuccess('Scheduled report ended. Its files stay.') })
      }
    >
      No more files will be made.
    </DeleteQuestion>
  );
}
