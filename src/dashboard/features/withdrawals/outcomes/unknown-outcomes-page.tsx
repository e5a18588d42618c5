import { Stack, Text, Title } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { IconArrowLeft, IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { WithdrawalOutcome } from '#contract/gateway/withdrawal-outcomes.ts';
import { formatInteger } from '#domain/format.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { ListAddresses } from '#dashboard/list/list-addresses.tsx';
import { withdrawalPath, withdrawalsPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { OutcomeActions, OutcomeFacts } from './outcome.tsx';
import { outcomeQueries } from './outcome.queries.ts';

export function loader(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(outcomeQueries.unknown);
  void queryClient.prefetchQuery(outcomeQueries.resolved);
}

/** Withdrawals that were sent to a remote provider and got no confirmation. */
export function Component() {
  return (
    <Page
      hasManyActions
      actions={
        <LinkButton
          to={withdrawalsPath}
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          All withdrawals
        </LinkButton>
      }
    >
      <Unconfirmed />
    </Page>
  );
}

function Unconfirmed() {
  const { data, error, refetch } = useQuery(outcomeQueries.unknown);
  const resolved = useQuery(outcomeQueries.resolved).data ?? [];
  const retry = () => void refetch();
  if (data === undefined) {
    return error === null ? (
      <SkeletonLines label="Loading withdrawals" />
    ) : (
      <ErrorState error={error} onRetry={retry} />
    );
  }
  const { count, outcomes } = data;
  return (
    <ListAddresses values={[...outcomes, ...resolved].map((each) => each.recipient_wallet)}>
      <Stack gap={28} maw={count === 0 ? undefined : 860}>
        {error !== null && <FailureAlert error={error} onRetry={retry} />}
        {count === 0 ? (
          <EmptyState icon={<IconCircleCheck size={20} />} title="No unknown outcomes">
            If the provider doesn’t confirm a withdrawal, it appears here until its outcome is known.
          </EmptyState>
        ) : (
          <Stack component="section" aria-labelledby="unknown-heading">
            <Title order={2} id="unknown-heading">
              Outcome unknown: {formatInteger(count)}
            </Title>
            <Alert tone="warning">
              Don’t pay these again. They may have been paid even though they weren’t confirmed. The console
              keeps checking.
            </Alert>
            <Stack component="ul">
              {outcomes.map((outcome) => (
                <Stack component="li" py={14} px="lg" bd="1px solid var(--line)" bdrs={10} key={outcome.id}>
                  <OutcomeFacts outcome={outcome} />
                  <OutcomeActions outcome={outcome} />
                </Stack>
              ))}
            </Stack>
            {count > outcomes.length && (
              <Text c="dimmed" size="sm">
                {formatInteger(count - outcomes.length)} older ones are not shown.
              </Text>
            )}
          </Stack>
        )}
        {resolved.length > 0 && (
          <Stack component="section" aria-labelledby="resolved-heading">
            <Title order={2} id="resolved-heading">
              Resolved
            </Title>
            <Stack component="ul">
              {resolved.map((outcome) => (
                <Resolved key={outcome.id} outcome={outcome} />
              ))}
            </Stack>
          </Stack>
        )}
      </Stack>
    </ListAddresses>
  );
}

function Resolved({ outcome }: { outcome: WithdrawalOutcome }) {
  const { external_id: externalId, amount, currency, request_id: requestId, handled } = outcome;
  const messages = {
    confirmed: 'The withdrawal was created.',
    not_created: 'The withdrawal wasn’t created. You can submit it again.',
    refused: `Refused by the provider: ${outcome.refusal ?? 'no reason given'}`,
    handled: `Marked as handled${handled?.by ? ` by “${handled.by}”` : ''}: ${handled?.note ?? ''}`,
    in_flight: '',
    outcome_unknown: '',
  };
  return (
    <Stack component="li" py={14} px="lg" bd="1px solid var(--line)" bdrs={10}>
      <Title order={3}>
        {externalId}: <Amount value={amount} currency={currency} />
      </Title>
      <Text c="dimmed" size="sm">
        {messages[outcome.state]}{' '}
        {requestId !== null && <Link to={withdrawalPath(requestId)}>Open withdrawal</Link>}
      </Text>
    </Stack>
  );
}
