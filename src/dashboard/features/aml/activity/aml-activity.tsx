import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconLoader, IconShieldCheck } from '@tabler/icons-react';
import { lazy, useEffect } from 'react';
import { serverNow } from '../../../lib/server-time.ts';
import { PopoverButton } from '../../../ui/popover-button.tsx';
import { usePermission } from '../../session/use-permission.ts';
import { amlQueries, pollMs } from '../aml.queries.ts';
import classes from './activity.module.css';
import { isTold, listenToChecks } from './aml-events.ts';
import { tellOfEnded } from './tell-of-ended.ts';

const ActivityPanel = lazy(async () => ({ default: (await import('./activity-panel.tsx')).ActivityPanel }));

/** How often is asked whether somebody else has started a check, in milliseconds. */
const calmMs = 60_000;

/** What is being checked and what has come to its end lately, on every page. Nothing while there is neither. */
export function AmlActivity() {
  const mayRead = usePermission('transactions:read');
  return mayRead.allowed && <Activity />;
}

function Activity() {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...amlQueries.activity(),
    refetchInterval: ({ state }) => {
      const [oldest] = state.data?.running ?? [];
      return oldest === undefined || isTold() ? calmMs : pollMs(oldest.created_at, serverNow());
    },
  });
  const isRunning = (data?.running_count ?? 0) > 0;
  useEffect(() => (isRunning ? listenToChecks(queryClient) : undefined), [isRunning, queryClient]);
  useEffect(() => {
    if (data !== undefined) tellOfEnded(data.ended);
  }, [data]);
  if (data === undefined || (data.running_count === 0 && data.ended.length === 0)) return null;
  const words = activityWords(data.running_count, data.ended.length);
  return (
    <PopoverButton
      variant="subtle"
      size="compact-sm"
      className={classes['button'] ?? ''}
      leftSection={
        isRunning ? <IconLoader size={16} aria-hidden /> : <IconShieldCheck size={16} aria-hidden />
      }
      panelLabel="AML checks"
      text={<span className={classes['words']}>AML: {words}</span>}
    >
      <ActivityPanel />
    </PopoverButton>
  );
}

/** The most that is told one by one. */
const mostTold = 20;

function activityWords(running: number, ended: number): string {
  const recently = ended === mostTold ? `${ended} or more ended` : `${ended} ended`;
  const parts = [...(running > 0 ? [`${running} running`] : []), ...(ended > 0 ? [recently] : [])];
  return parts.join(', ');
}
