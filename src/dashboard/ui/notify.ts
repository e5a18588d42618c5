import { ApiError } from '#dashboard/lib/api-error.ts';

type Toast = { title?: string; message: string; tone: keyof typeof tones };

const tones = {
  positive: 'var(--positive)',
  neutral: 'var(--text-dimmed)',
  negative: 'var(--negative)',
};

// Loaded with the first notification: most visits show none.
let isWanted = false;
const listeners = new Set<() => void>();

/** For the host of the notifications: whether there has been one. */
export const notificationsWanted = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => isWanted,
};

async function show({ title, message, tone }: Toast): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.show({
    ...(title === undefined ? {} : { title }),
    message,
    color: tones[tone],
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    autoClose: tone === 'negative' ? 12_000 : 5_000,
  });
  isWanted = true;
  for (const listener of listeners) listener();
}

/** Says that an action has worked. */
export function notifySuccess(message: string): void {
  void show({ message, tone: 'positive' });
}

/** Says that something has ended, without a word on whether that is good. */
export function notifyNews(message: string): void {
  void show({ message, tone: 'neutral' });
}

/** Says that an action without a form has failed, and why. */
export function notifyFailure(title: string, error: Error): void {
  // A 401 already leads to the sign-in page.
  if (error instanceof ApiError && error.kind === 'unauthenticated') return;
  void show({ title, message: error.message, tone: 'negative' });
}
