import { IconUpload } from '@tabler/icons-react';
import { type QueryClient, useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { PaymentsPaused, prefetchPaymentsPaused } from '#dashboard/entities/ledger-check/payments-paused.tsx';
import {
  importWithdrawalsPath,
  parsePrefilled,
  withdrawalPath,
  withdrawalsPath,
} from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { useForm, useFormState } from 'react-hook-form';
import { DiscardQuestion } from '#dashboard/ui/leave-question.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { noteSaved } from '#dashboard/ui/use-close-dialog.ts';
import { useLeaveGuard } from '#dashboard/ui/use-leave-guard.ts';
import {
  allowedNetworks,
  sessionQueries,
  useAllowedNetworks,
  useSession,
} from '#dashboard/session/session.queries.ts';
import { dropDraft, findDraft, keepDraft } from './draft.ts';
import { emptyFields, type Fields, sendWithdrawal, type WithdrawalBody } from './withdrawal-fields.ts';
import { isUnanswered } from './find-request.ts';
import { isHeldOpen } from '../outcomes/outcome.queries.ts';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { withdrawalNetworks } from '#domain/networks.ts';
import { useIsChanging, useRefresh } from '#dashboard/api/changes.ts';
import { RequestReview } from './request-review.tsx';
import { UnansweredRequest } from './unanswered-request.tsx';
import { prefetchSource } from './source.queries.ts';
import { useEntered, WithdrawalForm } from './withdrawal-form.tsx';

/** Asks for what the form first says of what pays and what it costs, while the page is made. */
export async function loader(queryClient: QueryClient, url: string): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQueries.current());
  prefetchPaymentsPaused(queryClient, session);
  const prefilled = parsePrefilled(new URL(url).searchParams, allowedNetworks(session, withdrawalNetworks));
  prefetchSource(queryClient, session, emptyFields(prefilled));
}

/** The page that asks for a withdrawal. Its address may say what pays. */
export function Component() {
  const { search } = useLocation();
  const [others, setOthers] = useState(0);
  return (
    <Page
      actions={
        <LinkButton
          to={importWithdrawalsPath}
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
        >
          Import CSV
        </LinkButton>
      }
    >
      <PaymentsPaused />
      <NewWithdrawal key={`${others} ${search}`} onAnother={() => setOthers((before) => before + 1)} />
    </Page>
  );
}

/** A new request, from the form to the response. The form outlives a reload of the tab. `onAnother` starts over. */
function NewWithdrawal({ onAnother }: { onAnother: () => void }) {
  const { account_id: account } = useSession();
  const [parameters] = useSearchParams();
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const create = useCreateWithdrawal(account);
  const isCreating = useIsChanging(createWithdrawalRequest);

  const [wasReviewed, setWasReviewed] = useState(false);
  const allowed = useAllowedNetworks(withdrawalNetworks);
  const [draft] = useState(() => findDraft(account, search));
  const [phase, setPhase] = useState<'form' | 'review' | 'unanswered'>(draft?.isSent ? 'unanswered' : 'form');
  // How often a request was sent without a response: each time, it is looked up again.
  const [unanswered, setUnanswered] = useState(0);
  const [defaults] = useState(() => draft?.fields ?? emptyFields(parsePrefilled(parameters, allowed)));
  const form = useForm<Fields>({ defaultValues: defaults });
  const { isDirty } = useFormState({ control: form.control });
  const hasChanges = isDirty || draft !== undefined;
  const guard = useLeaveGuard(hasChanges && phase !== 'unanswered', create);
  const entered = useEntered(form);
  const { fields, body, source } = entered;

  const keep = (isSent: boolean) => keepDraft({ account, search, isSent, fields: form.getValues() });
  useEffect(() => {
    // Keeps what was sent unchanged.
    if (phase === 'unanswered') return;
    if (hasChanges) keepDraft({ account, search, isSent: false, fields });
    else dropDraft(account);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [fields, hasChanges]);

  const edit = () => {
    keep(false);
    setPhase('form');
  };
  const finish = (requestId: string, message: string) => {
    noteSaved(key);
    dropDraft(account);
    notifySuccess(message);
    void navigate(withdrawalPath(requestId), { replace: true });
  };
  const send = () => {
    if (isCreating()) return;
    keep(true);
    create.mutate(body, {
      onSuccess: ({ request_id: id, external_id: externalId }) =>
        finish(id, `Withdrawal “${externalId}” submitted`),
      onError: (error) => {
        if (!isUnanswered(error) && !isHeldOpen(error, body.external_id)) return edit();
        setPhase('unanswered');
        setUnanswered((times) => times + 1);
      },
    });
  };

  if (phase === 'unanswered') {
    return (
      <UnansweredRequest
        key={unanswered}
        body={body}
        isSending={create.isPending}
        onSendAgain={send}
        onEdit={edit}
        onAnother={() => {
          dropDraft(account);
          onAnother();
        }}
        onFound={(id) => finish(id, `Withdrawal “${body.external_id}” was already submitted`)}
        onClaimed={() => {
          edit();
          form.setError('external_id', {
            message: 'This reference belongs to another withdrawal. Enter a new one.',
          });
        }}
      />
    );
  }
  const question = guard.state === 'blocked' && (
    <DiscardQuestion
      guard={{
        proceed: () => {
          dropDraft(account);
          guard.proceed();
        },
        reset: () => guard.reset(),
      }}
    />
  );
  if (phase === 'review') {
    return (
      <RequestReview
        body={body}
        payerName={source.wallet?.name}
        known={entered.known}
        quote={entered.quote}
        fee={entered.fee}
        question={question || undefined}
        isSending={create.isPending}
        onSend={send}
        onEdit={() => setPhase('form')}
      />
    );
  }
  return (
    <WithdrawalForm
      form={form}
      entered={entered}
      wasReviewed={wasReviewed}
      refusal={create.error}
      question={question || undefined}
      onCancel={() => void navigate(withdrawalsPath)}
      onReview={() => {
        create.reset();
        setWasReviewed(true);
        setPhase('review');
      }}
    />
  );
}

/** Sends a request. Sent again with the same body, it is the same request. */
function useCreateWithdrawal(account: string) {
  return useMutation({
    ...useRefresh(createWithdrawalRequest),
    mutationFn: async (body: WithdrawalBody) => {
      const made = await sendWithdrawal(body);
      // The response came, although the page may be closed.
      dropDraft(account);
      return made;
    },
  });
}
