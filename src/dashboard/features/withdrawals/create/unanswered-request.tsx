import { Box, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button, LinkButton } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { useSession } from '#dashboard/session/session.queries.ts';
import { OutcomeActions, OutcomeFacts } from '../outcomes/outcome.tsx';
import { findStanding, refetchAfter, type Standing } from '../outcomes/outcome.queries.ts';
import { unknownOutcomesPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { listWithdrawalOutcomes } from '#contract/gateway/withdrawal-outcomes.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { AddressGroups } from './look-alike-question.tsx';
import classes from './create.module.css';
import type { WithdrawalBody } from './withdrawal-fields.ts';

type Props = {
  body: WithdrawalBody;
  isSending: boolean;
  onSendAgain: () => void;
  onEdit: () => void;
  /** Leaves this request to the console, which keeps checking it, and starts a new one. */
  onAnother: () => void;
  /** It had been made after all. */
  onFound: (requestId: string) => void;
  /** Another request has its external id. */
  onClaimed: () => void;
};

/**
 * A request that was sent and got no confirmation: finds out its outcome before anything is sent again. While that is
 * open, it isn't sent again from here.
 */
export function UnansweredRequest(props: Props) {
  const { body, onSendAgain, onEdit, onAnother, onFound, onClaimed, isSending } = props;
  const isRemote = useSession().mode === 'remote';
  const { data, error, isFetching, refetch } = useQuery({
    // Not keyed by the request list, which would fetch it again while this one is being sent.
    queryKey: keyOf(listWithdrawalOutcomes, { unanswered: body.external_id }),
    queryFn: async ({ signal }) => findStanding(body, isRemote, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) =>
      state.data?.kind === 'open' ? refetchAfter(state.data.outcome.state) : false,
  });
  const foundId = data?.kind === 'made' ? data.requestId : undefined;
  const isClaimed = data?.kind === 'claimed';
  const isOpen = data?.kind === 'open';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  useEffect(() => {
    if (isFetching) return;
    if (foundId !== undefined) onFound(foundId);
    else if (isClaimed) onClaimed();
    // Runs once for each response.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isFetching, foundId, isClaimed]);

  const isKnown = data !== undefined && !isFetching;
  return (
    <Stack component="section" gap={20} maw={600} pb="xl" aria-labelledby="unanswered-heading">
      <h2 ref={heading} tabIndex={-1} id="unanswered-heading">
        We didn’t get a confirmation
      </h2>
      {error !== null && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {isFetching && !isOpen && (
        <Box component="output" c="dimmed" fz="xs" lh="18px">
          Checking whether it was created…
        </Box>
      )}
      {(isOpen || isKnown) && data !== undefined && <StandingNotice standing={data} />}
      {data?.kind === 'open' && data.outcome.state === 'outcome_unknown' ? (
        <>
          <OutcomeFacts outcome={data.outcome} />
          <OutcomeActions outcome={data.outcome}>
            <LinkButton variant="default" to={unknownOutcomesPath}>
              Withdrawals with unknown outcome
            </LinkButton>
            <Button variant="default" onClick={onAnother}>
              New withdrawal
            </Button>
          </OutcomeActions>
        </>
      ) : (
        <SentFacts body={body} />
      )}
      {!isOpen && (
        <Group gap="sm" align="stretch" justify="flex-end" className={classes['footer']}>
          <Button variant="default" aria-disabled={!isKnown || undefined} onClick={() => isKnown && onEdit()}>
            Edit
          </Button>
          {isKnown && (data.kind === 'sendable' || data.kind === 'refused') && (
            <Button loading={isSending} onClick={onSendAgain}>
              Send it again
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

function StandingNotice({ standing }: { standing: Standing }) {
  if (standing.kind === 'made' || standing.kind === 'claimed') return null;
  return (
    <Alert tone={standing.kind === 'refused' ? 'negative' : 'warning'} role="status">
      {noticeOf(standing)}
    </Alert>
  );
}

function noticeOf(standing: Exclude<Standing, { kind: 'made' | 'claimed' }>): string {
  if (standing.kind === 'sendable') return sendableMessages[standing.because];
  if (standing.kind === 'refused') {
    return `The provider refused the withdrawal. Nothing was paid. ${standing.reason}`;
  }
  const { state, handled } = standing.outcome;
  if (standing.kind === 'handled') {
    return `This withdrawal was marked as handled: “${handled?.note ?? ''}”. To pay again, edit it and enter a new reference.`;
  }
  return state === 'in_flight'
    ? 'Sending. The outcome appears here as soon as it’s known.'
    : 'Outcome unknown. The provider may have created the withdrawal, so it won’t be sent again. The console keeps checking, even after you leave this page.';
}

const sendableMessages = {
  'never sent': 'Nothing was sent to the provider. You can submit it again.',
  'not created': 'The provider didn’t create this withdrawal. You can submit it again.',
  'made once':
    'The withdrawal wasn’t created. It’s safe to send it again: the same reference can never be paid twice.',
};

function SentFacts({ body }: { body: WithdrawalBody }) {
  return (
    <Stack component="dl" fz="sm" className={classes['reviewed']}>
      <div>
        <dt>Recipient</dt>
        <Box
          component="dd"
          p="md"
          bd="1px solid var(--line-medium)"
          bdrs={8}
          className={classes['reviewedAddress']}
        >
          <AddressGroups address={body.recipient_wallet} />
        </Box>
      </div>
      <div>
        <dt>Amount</dt>
        <dd>
          {body.amount} {body.currency}, fee {body.fee_included ? 'deducted' : 'added'}
        </dd>
      </div>
      <div>
        <dt>Reference</dt>
        <Box component="dd" ff="monospace" fz={12.5}>
          {body.external_id}
        </Box>
      </div>
    </Stack>
  );
}
