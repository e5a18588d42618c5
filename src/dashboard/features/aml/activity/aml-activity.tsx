import { useQuery } from '@tanstack/react-query';
import { IconLoader, IconShieldCheck } from '@tabler/icons-react';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';
import { usePermission } from '#dashboard/session/use-permission.ts';
import { amlQueries } from '#dashboard/entities/aml/aml.queries.ts';
import classes from './activity.module.css';
import { ActivityPanel } from './activity-panel.tsx';

type Props = {
  /** Where there is room for a number alone. */
  isShort?: boolean;
};

/** What is being checked and what has come to its end lately, on every page. Nothing while there is neither. */
export function AmlActivity({ isShort = false }: Props) {
  const mayRead = usePermission('transactions:read').allowed;
  const { data } = useQuery({ ...amlQueries.activity(), enabled: mayRead });
  if (data === undefined || (data.running_count === 0 && data.ended.length === 0)) return null;
  const { running_count: running } = data;
  const ended = data.ended.length === mostTold ? `${mostTold}+` : String(data.ended.length);
  const words = `AML: ${[
    ...(running > 0 ? [`${running} running`] : []),
    ...(ended === '0' ? [] : [`${ended} ended`]),
  ].join(', ')}`;
  return (
    <PopoverButton
      variant="subtle"
      size={isShort ? 'sm' : 'compact-sm'}
      className={classes['button'] ?? ''}
      leftSection={
        running > 0 ? <IconLoader size={16} aria-hidden /> : <IconShieldCheck size={16} aria-hidden />
      }
      panelLabel="AML checks"
      {...(isShort && { 'aria-label': words })}
      text={<span className={classes['words']}>{isShort ? (running > 0 ? running : ended) : words}</span>}
    >
      <ActivityPanel />
    </PopoverButton>
  );
}

/** The most that is told one by one. */
const mostTold = 20;
