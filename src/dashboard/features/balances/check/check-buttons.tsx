import { IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { Button } from '#dashboard/ui/button.tsx';

type Props = { isRunning: boolean; wasRun: boolean; onStart: () => void; onStop: () => void };

/** One button in two states, so that it keeps its place and the focus. */
export function CheckButtons({ isRunning, wasRun, onStart, onStop }: Props) {
  const Icon = isRunning ? IconPlayerStop : IconRefresh;
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<Icon size={14} aria-hidden />}
      onClick={isRunning ? onStop : onStart}
    >
      {isRunning ? 'Stop' : wasRun ? 'Check again' : 'Check'}
    </Button>
  );
}
