import { IconArrowLeft } from '@tabler/icons-react';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { IncomingWebhook } from './incoming-webhook.tsx';

/** Where the account receives events of its provider. */
export function Component() {
  return (
    <Page
      actions={
        <LinkButton to="/settings" variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
          Settings
        </LinkButton>
      }
    >
      <IncomingWebhook />
    </Page>
  );
}
