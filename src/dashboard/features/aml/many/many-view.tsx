import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { LinkButton } from '../../../ui/button.tsx';
import { NoPermission } from '../../../ui/no-permission.tsx';
import { Page } from '../../../ui/page.tsx';
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts';
import { LeaveQuestion } from '../../../ui/leave-question.tsx';
import { usePermission } from '../../session/use-permission.ts';
import { amlPath } from '../aml-paths.ts';
import { ManyInput } from './many-input.tsx';
import { ManyRows } from './many-rows.tsx';
import type { PlannedRow } from './plan-many.ts';
import { useMany } from './use-many.ts';

/** Checks many addresses and transactions: what that would cost, how far it is, what came of each. */
export function ManyView() {
  const mayCheck = usePermission('aml:check');
  return (
    <Page
      title="Check many"
      actions={
        <LinkButton to={amlPath} variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
          All checks
        </LinkButton>
      }
    >
      {mayCheck.allowed ? <Many /> : <NoPermission permission="aml:check" act="change" />}
    </Page>
  );
}

function Many() {
  const many = useMany();
  const [rows, setRows] = useState<readonly PlannedRow[]>();
  const [recentDays, setRecentDays] = useState(0);
  const guard = useLeaveGuard(many.doing === 'start');
  return (
    <>
      {rows === undefined ? (
        <ManyInput
          onRows={(planned, days) => {
            setRows(planned);
            setRecentDays(days);
            void many.preview(
              planned.flatMap((row) => (row.state === 'ready' ? [row] : [])),
              days,
            );
          }}
        />
      ) : (
        <ManyRows
          rows={rows}
          many={many}
          recentDays={recentDays}
          onOther={() => {
            many.forget();
            setRows(undefined);
          }}
        />
      )}
      {guard.state === 'blocked' && (
        <LeaveQuestion
          question="Not all rows were sent yet. Those that were go on by themselves."
          leave="Leave"
          stay="Stay"
          onLeave={() => guard.proceed()}
          onStay={() => guard.reset()}
        />
      )}
    </>
  );
}
