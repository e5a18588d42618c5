import { Group, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { useServerFieldErrors } from '#dashboard/ui/use-server-field-errors.ts';
import { usePermission, useSession } from '#dashboard/session/session.queries.ts';
import { AmountStep, MoneySummary } from './amount-step.tsx';
import {
  bodyOf,
  checkFields,
  type Fields,
  recipientError,
  type WithdrawalBody,
} from './withdrawal-fields.ts';
import classes from './create.module.css';
import { draftKey } from './draft.ts';
import { RecipientStep } from './recipient-step.tsx';
import { SourceStep } from './source-step.tsx';
import { type FeeKnowledge, type Quote, quoteOf, parseEnteredAmount } from './quote.ts';
import { feeOf, type Source, useSource } from './source.queries.ts';
import { type KnownRecipient, useKnownRecipient } from './recipient.queries.ts';

type Props = {
  form: UseFormReturn<Fields>;
  entered: Entered;
  /** The user has come back from the review. */
  wasReviewed: boolean;
  /** What the service said to the request as it was sent last. */
  refusal: Error | null;
  /** Replaces the buttons while the user is about to leave. */
  question: ReactNode;
  onCancel: () => void;
  onReview: () => void;
};

/** The steps of a request, each checked as it is written and all of them before the review. */
export function WithdrawalForm(props: Props) {
  const { form, entered, wasReviewed, refusal, question, onCancel, onReview } = props;
  const { source, fee, feeError, readFeeAgain, known, quote, body } = entered;
  const element = useRef<HTMLFormElement>(null);
  // Before a field with a complaint takes it from here. A new form begins at its first field.
  useEffect(() => {
    if (wasReviewed) element.current?.focus();
    else element.current?.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true });
  }, [wasReviewed]);
  const { errors } = useFormState({ control: form.control });
  const { mode, account_id: account } = useSession();
  const isRemote = mode === 'remote';
  const rest = useServerFieldErrors(form, refusal);
  // The address that the user has confirmed.
  const [meant, setMeant] = useState<string>();
  const [meantError, setMeantError] = useState<string>();
  const [isChecking, setIsChecking] = useState(false);
  const isMeant = meant === body.recipient_wallet;

  const review = async () => {
    if (isChecking) return;
    const found = checkFields(form.getValues(), {
      fee: fee ?? { kind: 'unknown' },
      available: source.available,
      payer: source,
    });
    const wrong = fieldOrder.filter((name) => found[name] !== undefined);
    for (const [index, name] of wrong.entries()) {
      form.setError(name, { message: found[name] ?? '' }, { shouldFocus: index === 0 });
    }
    if (wrong.length > 0) return;
    setIsChecking(true);
    const { refusal: bookRefusal, hasLookAlikes } = await known.findObjections();
    setIsChecking(false);
    if (bookRefusal !== undefined) {
      form.setError('recipient_wallet', { message: bookRefusal }, { shouldFocus: true });
      return;
    }
    if (hasLookAlikes && !isMeant) {
      setMeantError('Confirm this address, or enter a different one.');
      element.current?.querySelector<HTMLInputElement>('[data-meant]')?.focus();
      return;
    }
    onReview();
  };
  return (
    <form
      ref={element}
      tabIndex={-1}
      noValidate
      className={classes['form']}
      aria-label="New withdrawal"
      data-kept={draftKey(account)}
      onSubmit={(event) => {
        event.preventDefault();
        void review();
      }}
    >
      <Stack gap={28}>
        {rest !== null && <FailureAlert error={rest} />}
        {source.error !== null && <FailureAlert error={source.error} onRetry={source.readAgain} />}
        {feeError !== null && <FailureAlert error={feeError} onRetry={readFeeAgain} />}
        <SourceStep form={form} source={source} />
        <RecipientStep
          form={form}
          known={known}
          isMeant={isMeant}
          onMeant={(next) => {
            setMeant(next ? body.recipient_wallet : undefined);
            setMeantError(undefined);
          }}
          meantError={meantError}
        />
        <AmountStep form={form} source={source} fee={fee ?? { kind: 'unknown' }} />
        <Stack
          component="section"
          gap={14}
          miw={0}
          className={classes['step']}
          aria-labelledby="notes-heading"
        >
          <h2 id="notes-heading">Details</h2>
          <TextInput
            {...form.register('comment', { onChange: () => form.clearErrors('comment') })}
            label="Comment"
            description="Up to 160 characters, saved with the withdrawal."
            autoComplete="off"
            error={errors.comment?.message}
          />
          <TextInput
            {...form.register('external_id', { onChange: () => form.clearErrors('external_id') })}
            label="Reference"
            description={
              isRemote
                ? 'Your own ID for this payment. The console sends each reference to the provider only once.'
                : 'Your own ID for this payment. The same reference is never paid twice.'
            }
            autoComplete="off"
            spellCheck={false}
            error={errors.external_id?.message}
          />
        </Stack>
      </Stack>
      <Stack component="aside" p="lg" bd="1px solid var(--line)" bdrs={10} className={classes['aside']}>
        <h2>Summary</h2>
        <MoneySummary quote={quote} fee={fee} isFeeIncluded={body.fee_included} currency={body.currency} />
      </Stack>
      <div className={classes['ending']}>
        {question ?? (
          <Group gap="sm" align="stretch" justify="flex-end" className={classes['footer']}>
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" loading={isChecking}>
              Review
            </Button>
          </Group>
        )}
      </div>
    </form>
  );
}

/** In the order of the page: the first invalid field gets the focus. */
const fieldOrder = [
  'sender',
  'network',
  'currency',
  'sender_wallet',
  'recipient_wallet',
  'amount',
  'fee_included',
  'comment',
  'external_id',
] as const satisfies readonly (keyof Fields)[];

/** What is entered, and what is known of each part of it. */
type Entered = {
  fields: Fields;
  body: WithdrawalBody;
  source: Source;
  known: KnownRecipient;
  /** Undefined while it is being read. */
  fee: FeeKnowledge | undefined;
  feeError: Error | null;
  readFeeAgain: () => void;
  quote: Quote;
};

export function useEntered(form: UseFormReturn<Fields>): Entered {
  // The fields of a form with defaults for all of them.
  const fields = useWatch({ control: form.control }) as Fields;
  const body = bodyOf(fields);
  const mayReadWithdrawals = usePermission('withdrawals:read').allowed;
  const source = useSource(fields);
  const known = useKnownRecipient(
    fields.network,
    recipientError(fields) === undefined ? body.recipient_wallet : '',
  );
  const asked = useQuery(feeOf(fields.network, fields.currency, mayReadWithdrawals));
  const fee: FeeKnowledge | undefined = asked.data ?? (asked.isError ? { kind: 'unknown' } : undefined);
  return {
    fields,
    body,
    source,
    known,
    fee,
    feeError: asked.error,
    readFeeAgain: () => void asked.refetch(),
    quote: quoteOf({
      amount: parseEnteredAmount(fields.amount),
      isFeeIncluded: body.fee_included,
      fee: fee === undefined || fee.kind === 'unknown' ? undefined : fee.fee,
      available: source.available,
    }),
  };
}
