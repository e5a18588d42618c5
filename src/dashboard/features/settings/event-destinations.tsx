import { Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import {
  addEventDestination,
  type EventDestination,
  listEventDestinations,
  MOST_DESTINATIONS,
} from '#contract/gateway/event-destinations.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { Destination } from './event-destination.tsx';
import classes from './settings.module.css';

const everyMs = 15_000;
const everyMsWhileSending = 3_000;

/** The URLs that our own wallet service sends events to. */
export function EventDestinations() {
  const { data, error, refetch } = useQuery({
    ...queryOf(listEventDestinations, {}),
    refetchInterval: ({ state }) =>
      state.data?.destinations?.some(({ waiting }) => waiting > 0) === true ? everyMsWhileSending : everyMs,
  });
  const destinations = data?.destinations ?? undefined;
  return (
    <Stack component="section" gap="lg" maw={880} pt="xl" fz="sm" aria-labelledby="send-events">
      <Stack component="header" gap={4} c="dimmed" className={classes['intro']}>
        <Title order={2} c="var(--text)" id="send-events">
          Send events
        </Title>
        <p>
          When funds move or a transaction’s status changes, the wallet service sends an event to each of
          these URLs. Events aren’t signed, so a receiver should read the transaction again instead of
          believing one. <Link to="/help/events#send-events">What events contain</Link>
        </p>
      </Stack>
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonLines label="Loading the destinations" />}
      {destinations !== undefined && destinations.length > 0 && (
        <Stack component="ul" gap="xl" aria-label="URLs that events are sent to">
          {destinations.map((destination) => (
            <Destination key={destination.id} destination={destination} />
          ))}
        </Stack>
      )}
      {destinations !== undefined && <AddForm destinations={destinations} />}
    </Stack>
  );
}

function AddForm({ destinations }: { destinations: readonly EventDestination[] }) {
  const [url, setUrl] = useState('');
  const add = useChange(addEventDestination);
  const problem = add.error instanceof ApiError ? add.error.fields['url'] : undefined;
  if (destinations.length >= MOST_DESTINATIONS) {
    return (
      <Text c="dimmed" inherit>
        Events can be sent to {MOST_DESTINATIONS} URLs. To add another one, remove one first.
      </Text>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    add.mutate(
      { url: url.trim() },
      {
        onSuccess: () => {
          setUrl('');
          notifySuccess('URL added. Events from now on are sent there.');
        },
      },
    );
  };
  return (
    <form noValidate aria-label="Add a URL" onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="URL"
          description="Receives a POST request with JSON for each event, and confirms it with a status from 200 to 299."
          placeholder="https://hooks.example.com/wallet-events"
          type="url"
          maw={480}
          spellCheck={false}
          autoComplete="off"
          value={url}
          error={problem}
          onChange={(event) => {
            add.reset();
            setUrl(event.currentTarget.value);
          }}
        />
        {add.error !== null && problem === undefined && <FailureAlert error={add.error} />}
        <div>
          <Button type="submit" variant="default" loading={add.isPending}>
            Add URL
          </Button>
        </div>
      </Stack>
    </form>
  );
}
