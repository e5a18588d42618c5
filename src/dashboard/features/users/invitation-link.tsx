import { Stack, Text } from '@mantine/core';
import type { Invitation } from '#contract/gateway/users.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';

type Props = { name: string; invitation: Omit<Invitation, 'user_id'>; closeTo: string };

/** The link with which a user joins. It is shown once: the server keeps only its hash. */
export function InvitationLink({ name, invitation, closeTo }: Props) {
  const close = useCloseDialog(closeTo);
  const url = `${window.location.origin}/join#${invitation.token}`;
  return (
    <Stack gap="md">
      <p>
        Send this link to {name}. It works once, until <CopyableTime value={invitation.expires_at} />, and
        opens a page where {name} sets up a passkey, or a password with an authenticator app.
      </p>
      <Address value={url} what="link" full />
      <Alert tone="warning">
        Whoever opens the link first becomes {name}. Send it over a channel that only {name} reads.
      </Alert>
      <Text c="dimmed" size="sm">
        The link isn’t shown again. If it gets lost, reset the user’s sign-in to create another one.
      </Text>
      <div className={dialog['footer']}>
        <Button data-autofocus onClick={() => close({ saved: true })}>
          Done
        </Button>
      </div>
    </Stack>
  );
}
