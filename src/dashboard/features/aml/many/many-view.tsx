import { Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { RecentDays } from '#contract/gateway/aml-start.ts';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { useLeaveGuard } from '#dashboard/ui/use-leave-guard.ts';
import { LeaveQuestion } from '#dashboard/ui/leave-question.tsx';
import { useSession } from '#dashboard/session/session.queries.ts';
import { amlPath, batchScreeningPath } from '#dashboard/entities/aml/aml-paths.ts';
import { dropHandedList, findHandedList } from '#dashboard/list/unchecked/handed-list.ts';
import { ManyInput } from './many-input.tsx';
import { ManyRows } from './many-rows.tsx';
import { type PlannedRow, planMany } from './plan-many.ts';
import { type ReadyRow, useMany } from './use-many.ts';

/** Screens many addresses and transactions: the cost, the progress, and each outcome. */
export function Component() {
  const handedId = handedIdIn(useLocation().state);
  return (
    <Page
      actions={
        <LinkButton to={amlPath} variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
          All checks
        </LinkButton>
      }
    >
      <Many key={handedId ?? ''} handedId={handedId} />
    </Page>
  );
}

type Props = {
  /** The subjects come from a list that was collected elsewhere. */
  handedId: string | undefined;
};

function Many({ handedId }: Props) {
  const many = useMany();
  const navigate = useNavigate();
  const { account_id: account } = useSession();
  const [handed] = useState(() => (handedId === undefined ? undefined : findHandedList(account, handedId)));
  const [rows, setRows] = useState(() => handed && plannedRows(handed.text));
  // From a list of the console's own, each unscreened address is checked.
  const [recentDays, setRecentDays] = useState<RecentDays>('ever');
  const guard = useLeaveGuard(many.doing === 'start');
  const look = (planned: readonly PlannedRow[], days: RecentDays) => {
    setRows(planned);
    setRecentDays(days);
    void many.preview(planned.filter(isReady), days);
  };
  useEffect(() => {
    if (rows !== undefined) look(rows, recentDays);
    // oxlint-disable-next-line react/exhaustive-deps -- the list that the page was opened with
  }, []);
  return (
    <>
      {rows === undefined ? (
        <>
          {handedId !== undefined && (
            <Alert tone="warning">
              This batch is no longer available. Collect the addresses again or start a new batch.
            </Alert>
          )}
          <ManyInput onRows={look} />
        </>
      ) : (
        <>
          {handed !== undefined && (
            <Stack maw={960} fz="sm">
              <p>{handed.origin}</p>
              {handed.problems.map((problem) => (
                <Alert key={problem} tone="warning">
                  {problem}
                </Alert>
              ))}
            </Stack>
          )}
          <ManyRows
            rows={rows}
            many={many}
            recentDays={recentDays}
            onRecentDays={(days) => look(rows, days)}
            onOther={() => {
              many.forget();
              if (handedId === undefined) setRows(undefined);
              else {
                dropHandedList(account);
                void navigate(batchScreeningPath, { replace: true });
              }
            }}
          />
        </>
      )}
      {guard.state === 'blocked' && (
        <LeaveQuestion
          question="Some checks haven’t started yet. Leave anyway? Started checks continue."
          leave="Leave"
          stay="Stay"
          onLeave={() => guard.proceed()}
          onStay={() => guard.reset()}
        />
      )}
    </>
  );
}

function isReady(row: PlannedRow): row is ReadyRow {
  return row.state === 'ready';
}

/** The subjects of a list that names the network of each. */
function plannedRows(text: string): readonly PlannedRow[] | undefined {
  const plan = planMany(text, () => undefined);
  return plan.ok ? plan.rows : undefined;
}

/** The list that the page's history names, if any. */
function handedIdIn(state: unknown): string | undefined {
  if (state === null || typeof state !== 'object' || !('handedList' in state)) return undefined;
  return typeof state.handedList === 'string' ? state.handedList : undefined;
}
