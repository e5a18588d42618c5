import { useQuery } from '@tanstack/react-query';
import { IconLoader, IconShieldCheck } from '@tabler/icons-react';
import { lazy } from 'react';
import { amlActivityQuery } from '#dashboard/entities/aml/aml-activity.queries.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';
import classes from './activity.module.css';

const ActivityPanel = lazy(async () => ({ default: (await import('./activity-panel.tsx')).ActivityPanel }));

/** The most checks that are announced one by one. */
const mostShown = 20;

type Props = {
  /** Shows only the number, for narrow places; nothing while it is zero. */
  isShort?: boolean;
};

/**
 * Running and recently ended checks, on every page. The button is there even before they are known and without any, so
 * that nothing around it moves.
 */
export function AmlActivity({ isShort = false }: Props) {
  const mayRead = usePermission('transactions:read').allowed;
  const { data } = useQuery({ ...amlActivityQuery, enabled: mayRead });
  const running = data?.running_count ?? 0;
  const ended = data?.ended.length === mostShown ? `${mostShown}+` : String(data?.ended.length ?? 0);
  const counts = [
    ...(running > 0 ? [`${running} running`] : []),
    ...(ended === '0' ? [] : [`${ended} finished`]),
  ];
  if (!mayRead || (isShort && counts.length === 0)) return null;
  const label = counts.length > 0 ? `AML: ${counts.join(', ')}` : 'AML checks';
  return (
    <PopoverButton
      variant="subtle"
      size={isShort ? 'sm' : 'compact-sm'}
      className={classes['button'] ?? ''}
      leftSection={
        running > 0 ? <IconLoader size={16} aria-hidden /> : <IconShieldCheck size={16} aria-hidden />
      }
      panelLabel="AML checks"
      {...(isShort && { 'aria-label': label })}
      text={<span className={classes['label']}>{isShort ? (running > 0 ? running : ended) : label}</span>}
    >
      <ActivityPanel />
    </PopoverButton>
  );
}
