import { Code, Stack, Text, Title } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { claimNames, type IncomingEvent, replayIncomingEvent } from '#contract/gateway/incoming-events.ts';
import { formatInteger } from '#domain/format.ts';
import { parseListQuery } from '#contract/list-address.ts';
import { ListDrawer } from '#dashboard/list/list-drawer.tsx';
import type { ReadOne } from '#dashboard/list/list-row.queries.ts';
import { PermittedButton } from '#dashboard/ui/permitted-link.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { TimeDetails } from '#dashboard/ui/time-details.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import classes from './incoming-events.module.css';
import { incomingEvents, incomingEventsPath, useReplayEvent } from './incoming-events.queries.ts';

export function Component() {
  const { id = '' } = useParams();
  return (
    <ListDrawer
      key={id}
      source={incomingEvents}
      id={id}
      listPath={incomingEventsPath}
      noun="event"
      readOne={fetchEvent}
    >
      {({ value }) => <EventDetails value={value} />}
    </ListDrawer>
  );
}

// The gateway's own data: an event it doesn't find doesn't exist.
const fetchEvent: ReadOne<IncomingEvent> = async (id, { signal }) => {
  const query = parseListQuery(incomingEvents.schema, new URLSearchParams({ id }));
  // An ID that can't be one would not filter at all.
  if (query.id === undefined) return { state: 'absent' };
  const [row] = (await incomingEvents.read(query, signal)).rows;
  return row === undefined ? { state: 'absent' } : { state: 'found', value: row };
};

const labels: Record<(typeof claimNames)[number], string> = {
  user_id: 'User ID',
  amount: 'Amount',
  block: 'Block',
  created: 'Created',
  currency: 'Currency',
  direction: 'Direction',
  external_id: 'Reference',
  hash: 'Hash',
  fee: 'Fee',
  recipient_wallet: 'Recipient',
  sender_wallet: 'Sender',
  status: 'Status',
};

function EventDetails({ value }: { value: Partial<IncomingEvent> }) {
  const { problems = [], times } = value;
  return (
    <Stack gap="lg">
      {problems.length > 0 && (
        <Alert tone="warning">Some fields aren’t in the documented format: {problems.join('; ')}.</Alert>
      )}
      <DescriptionList>
        <Description name="Received">
          <TimeDetails value={value.created_at} />
        </Description>
        {times !== undefined && times > 1 && (
          <Description name="Repeated">
            {formatInteger(times)} times, last on <CopyableTime value={value.last_received_at} />
          </Description>
        )}
        <Description name="Sent from">{value.source}</Description>
        {typeof value.replayed_at === 'string' && (
          <Description name="Replayed">
            <CopyableTime value={value.replayed_at} />
          </Description>
        )}
      </DescriptionList>
      <Stack component="section" gap="xs" aria-labelledby="claims-heading">
        <Title order={3} c="dimmed" size="xs" fw={500} id="claims-heading">
          Reported by the event (not verified)
        </Title>
        <DescriptionList>
          {claimNames.map((name) => {
            const claim = value[name];
            if (typeof claim !== 'string') return null;
            return (
              <Description
                key={name}
                name={labels[name]}
                note={name === 'hash' && <Link to={findPath(claim)}>Find in transactions</Link>}
              >
                {claim}
              </Description>
            );
          })}
        </DescriptionList>
      </Stack>
      <Replay id={value.id} />
      <Stack component="section" gap="xs" aria-labelledby="body-heading">
        <Title order={3} c="dimmed" size="xs" fw={500} id="body-heading">
          Request body
        </Title>
        <Code block className={classes['body'] ?? ''}>
          {value.body}
        </Code>
      </Stack>
    </Stack>
  );
}

/** Finds the hash among the wallet service’s own transactions, which are the proof. */
function findPath(hash: string): string {
  return `/transactions?${new URLSearchParams({ search: hash }).toString()}`;
}

function Replay({ id }: { id: string | undefined }) {
  const replay = useReplayEvent();
  const mayReplay = usePermission(replayIncomingEvent);
  if (id === undefined) return null;
  return (
    <Stack gap="xs">
      {replay.error !== null && <FailureAlert error={replay.error} />}
      <div>
        <PermittedButton
          permission={mayReplay}
          variant="default"
          loading={replay.isPending}
          onClick={() =>
            replay.mutate(
              { id },
              { onSuccess: () => notifySuccess('Event replayed. Open pages are reloading their data.') },
            )
          }
        >
          Replay
        </PermittedButton>
      </div>
      <Text c="dimmed" size="xs">
        Open pages reload their data, as if the provider had sent the event again.
      </Text>
    </Stack>
  );
}
