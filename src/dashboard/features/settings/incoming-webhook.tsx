import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { readWebhook, replaceWebhookSecret, type Webhook } from '#contract/gateway/webhook.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { LastChange } from './last-change.tsx';
import classes from './settings.module.css';
import { WebhookSources } from './webhook-sources.tsx';

/** The URL for events of the provider, and where they may come from. */
export function IncomingWebhook() {
  const { data, error, refetch } = useQuery(queryOf(readWebhook, {}));
  return (
    <Stack component="section" gap="lg" maw={880} fz="sm" aria-labelledby="incoming">
      <Stack component="header" gap={4} c="dimmed" className={classes['intro']}>
        <Title order={2} c="var(--text)" id="incoming">
          Incoming events
        </Title>
        <p>
          Create a URL and give it to your provider. When it reports a movement of funds, open pages show it
          within a second. Anyone with the URL can send events, so the console never believes one: it only
          reads its data again. <Link to="/help/events">How events work</Link>
        </p>
      </Stack>
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonLines label="Loading the webhook" />}
      {data !== undefined && <WebhookUrl webhook={data} />}
      {data !== undefined && data.state !== 'none' && <WebhookSources webhook={data} />}
    </Stack>
  );
}

function WebhookUrl({ webhook }: { webhook: Webhook }) {
  const { state, last_event_at: lastEventAt, refused, version } = webhook;
  const [isAsking, setIsAsking] = useState(false);
  const replace = useChange(replaceWebhookSecret);
  // Shown once: the server keeps only a hash of its secret.
  const url = replace.data?.url;
  const create = () =>
    replace.mutate(
      { version },
      {
        onSuccess: () => {
          setIsAsking(false);
          notifySuccess(state === 'none' ? 'URL created' : 'URL replaced. The old URL no longer works.');
        },
      },
    );
  return (
    <Stack gap="sm">
      {replace.error !== null && <FailureAlert error={replace.error} />}
      {refused !== null && (
        <Alert tone="warning">
          An event from {refused.address} was refused on <CopyableTime value={refused.at} />, because the
          address isn’t an allowed source.
        </Alert>
      )}
      {state !== 'none' && (
        <DescriptionList>
          <Description name="URL">
            {url === undefined ? (
              'Hidden. The URL is shown only when it’s created. If you no longer have it, replace it.'
            ) : (
              <Address value={url} what="webhook URL" full />
            )}
          </Description>
          <Description name="Last event">
            {lastEventAt === null ? 'None yet' : <CopyableTime value={lastEventAt} />}{' '}
            <Link to="/incoming-events">All events</Link>
          </Description>
        </DescriptionList>
      )}
      {url !== undefined && (
        <Alert tone="warning">
          Copy the URL now. You won’t see it again. Anyone who has it can send events, so treat it like a
          password.
        </Alert>
      )}
      {state !== 'none' && (
        <Text component="div" c="dimmed" inherit>
          <LastChange setting={webhook} />
        </Text>
      )}
      {isAsking ? (
        <Group gap="sm">
          <span>The current URL stops working at once.</span>
          <Button variant="default" onClick={() => setIsAsking(false)}>
            Keep URL
          </Button>
          <Button color="danger" loading={replace.isPending} onClick={create}>
            Replace URL
          </Button>
        </Group>
      ) : (
        <div>
          <Button
            variant={state === 'none' ? 'filled' : 'default'}
            loading={replace.isPending}
            onClick={state === 'none' ? create : () => setIsAsking(true)}
          >
            {state === 'none' ? 'Create URL' : 'Replace URL'}
          </Button>
        </div>
      )}
    </Stack>
  );
}
