import { Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Invitation } from '#contract/gateway/users.ts';
import { signInOptionsQuery } from '#dashboard/entities/sign-in/sign-in-options.queries.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { useCopy } from '#dashboard/ui/use-copy.ts';

type Props = { name: string; invitation: Omit<Invitation, 'user_id'>; closeTo: string };

/** The link with which a user joins. It is shown once: the server keeps only its hash. */
export function InvitationLink({ name, invitation, closeTo }: Props) {
  const close = useCloseDialog(closeTo);
  const url = `${window.location.origin}/join#${invitation.token}`;
  const { isCopied, copy } = useCopy(url);
  const { data: options } = useQuery(signInOptionsQuery);
  const provider = options?.identity_provider?.name;
  return (
    <Stack gap="md">
      <p>
        Send this link to {name}. It works once, until <CopyableTime value={invitation.expires_at} />, and
        opens a page where {name} sets up a passkey, or a password with an authenticator app.
      </p>
      <Address value={url} what="link" full />
      {provider !== undefined && (
        <p>
          {name} can also sign in with {provider} instead, if {provider} has verified the same email address.
        </p>
      )}
      <Alert tone="warning">
        Whoever joins with the link first becomes {name}. Send it over a channel that only {name} reads.
      </Alert>
      <Text c="dimmed" size="sm">
        The link isn’t shown again. If it gets lost, reset the user’s sign-in to create another one.
      </Text>
      <div className={dialog['footer']}>
        <Button variant="default" onClick={() => close({ saved: true })}>
          Done
        </Button>
        <Button
          data-autofocus
          leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={copy}
        >
          {isCopied ? 'Copied' : 'Copy link'}
        </Button>
      </div>
    </Stack>
  );
}
