import { notifications } from '@mantine/notifications';
import { ApiError } from '../api/api-error.ts';

type Toast = { title?: string; message: string; tone: keyof typeof tones };

const tones = {
  positive: 'var(--positive)',
  neutral: 'var(--text-dimmed)',
  negative: 'var(--negative)',
};

function show({ title, message, tone }: Toast): void {
  notifications.show({
    ...(title === undefined ? {} : { title }),
    message,
    color: tones[tone],
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    autoClose: tone === 'negative' ? 12_000 : 5_000,
  });
}

/** Says that an action has worked. */
export function notifySuccess(message: string): void {
  show({ message, tone: 'positive' });
}

/** Says that something has ended, without a word on whether that is good. */
export function notifyNews(message: string): void {
  show({ message, tone: 'neutral' });
}

/** Says that an action without a form has failed, and why. */
export function notifyFailure(title: string, error: Error): void {
  // A 401 already leads to the sign-in page.
  if (error instanceof ApiError && error.kind === 'unauthenticated') return;
  show({ title, message: error.message, tone: 'negative' });
}
