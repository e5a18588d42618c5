import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { MantineScope } from './mantine-scope.tsx';

export function Toasts() {
  return (
    <MantineScope>
      <Notifications position="bottom-right" limit={3} />
    </MantineScope>
  );
}
