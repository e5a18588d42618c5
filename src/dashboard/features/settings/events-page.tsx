import { IconArrowLeft } from '@tabler/icons-react';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { useSession } from '#dashboard/session/session.queries.ts';
import { EventDestinations } from './event-destinations.tsx';
import { IncomingWebhook } from './incoming-webhook.tsx';

/** Where the account receives events of its provider, and where our own wallet service sends them. */
export function Component() {
  const isOwnService = useSession().mode !== 'remote';
  return (
    <Page
      actions={
        <LinkButton to="/settings" variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
          Settings
        </LinkButton>
      }
    >
      <IncomingWebhook />
      {isOwnService && <EventDestinations />}
    </Page>
  );
}
