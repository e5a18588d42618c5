import { IconArrowLeft } from '@tabler/icons-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { readWebhook } from '#contract/gateway/webhook.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { useSession } from '#dashboard/session/session.queries.ts';
import { EventDestinations } from './event-destinations.tsx';
import { IncomingWebhook } from './incoming-webhook.tsx';

export function loader(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(queryOf(readWebhook, {}));
}

/** Where the account receives events of its provider, and where our own wallet service sends them. */
export function Component() {
  const { isPending } = useQuery(queryOf(readWebhook, {}));
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
      {isOwnService && !isPending && <EventDestinations />}
    </Page>
  );
}
