import { ApiError } from '#dashboard/lib/api-error.ts';
import type { ToastAction } from './notification-action.tsx';

type Toast = { title?: string; message: string; tone: keyof typeof tones; action?: ToastAction | undefined };

const tones = {
  positive: 'var(--positive)',
  neutral: 'var(--text-dimmed)',
  negative: 'var(--negative)',
};

// Loaded with the first notification: most visits show none.
let isWanted = false;
let shown = 0;
const listeners = new Set<() => void>();

/** For the host of the notifications: whether there has been one. */
export const notificationsWanted = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => isWanted,
};

async function show({ title, message, tone, action }: Toast): Promise<void> {
  const [{ notifications }, { NotificationAction }] = await Promise.all([
    import('@mantine/notifications'),
    import('./notification-action.tsx'),
  ]);
  const id = `notification ${(shown += 1)}`;
  notifications.show({
    ...(title === undefined ? {} : { title }),
    id,
    message:
      action === undefined ? (
        message
      ) : (
        <>
          {message} <NotificationAction {...action} onDone={() => notifications.hide(id)} />
        </>
      ),
    color: tones[tone],
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    // Long enough to decide.
    autoClose: tone === 'negative' || action !== undefined ? 12_000 : 5_000,
  });
  isWanted = true;
  for (const listener of listeners) listener();
}

/** Confirms an action, and offers a follow-up such as undo. */
export function notifySuccess(message: string, action?: ToastAction): void {
  void show({ message, tone: 'positive', action });
}

/** Says that something has ended, whether or not it succeeded. */
export function notifyNews(message: string): void {
  void show({ message, tone: 'neutral' });
}

/** Says that an action without a form has failed, and why. */
export function notifyFailure(title: string, error: Error): void {
  // A 401 already leads to the sign-in page.
  if (error instanceof ApiError && error.kind === 'unauthenticated') return;
  void show({ title, message: error.message, tone: 'negative' });
}
