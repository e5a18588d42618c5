import { IconCalendarRepeat } from '@tabler/icons-react';
import { lazy } from 'react';
import { scheduleReport } from '#contract/gateway/report-schedules.ts';
import type { ReportName } from '#domain/reports/report.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { PermittedButton } from '#dashboard/ui/permitted-link.tsx';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';

const SchedulePanel = lazy(async () => ({ default: (await import('./schedule-panel.tsx')).SchedulePanel }));

const look = {
  variant: 'default',
  size: 'compact-sm',
  leftSection: <IconCalendarRepeat size={14} aria-hidden />,
} as const;

/** Offers to have the report made as a file again and again. */
export function ScheduleButton({ report }: { report: ReportName }) {
  const permission = usePermission(scheduleReport);
  if (!permission.allowed) {
    return (
      <PermittedButton permission={permission} {...look}>
        Schedule
      </PermittedButton>
    );
  }
  return (
    <PopoverButton {...look} text="Schedule" panelLabel="Schedule this report">
      <SchedulePanel report={report} />
    </PopoverButton>
  );
}
