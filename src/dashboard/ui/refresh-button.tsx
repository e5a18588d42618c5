import { IconRefresh } from '@tabler/icons-react';
import { Button } from './button.tsx';

type Props = { isReading: boolean; onRefresh: () => void };

/** Reads again what is shown beside it. */
export function RefreshButton({ isReading, onRefresh }: Props) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={isReading}
      onClick={onRefresh}
    >
      Refresh
    </Button>
  );
}
