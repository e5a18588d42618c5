import { Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { decimalsOf } from '#domain/networks.ts';
import type { Decimal } from '#domain/decimal.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { ChoiceList } from '#dashboard/ui/choice-list.tsx';
import { Tooltip } from '#dashboard/ui/tooltip.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import classes from './create.module.css';
import type { Fields } from './withdrawal-fields.ts';
import { type FeeKnowledge, type Quote, wholeAmount } from './quote.ts';
import type { Source } from './source.queries.ts';

type Props = { form: UseFormReturn<Fields>; source: Source; fee: FeeKnowledge };

/** How much, and who pays the fee. */
export function AmountStep({ form, source, fee }: Props) {
  const { control, register } = form;
  const { errors } = useFormState({ control });
  const [network, currency, feeIncluded] = useWatch({
    control,
    name: ['network', 'currency', 'fee_included'],
  });
  const all = wholeAmount({
    available: source.available,
    // An estimate could leave too little for the fee.
    fee: fee.kind === 'rule' ? fee.fee : undefined,
    isFeeIncluded: feeIncluded === 'included',
    places: decimalsOf(network, currency) ?? 0,
  });
  return (
    <Stack component="section" gap={14} miw={0} className={classes['step']} aria-labelledby="amount-heading">
      <h2 id="amount-heading">How much</h2>
      <TextInput
        {...register('amount', { onChange: () => form.clearErrors('amount') })}
        label={`Amount in ${currency}`}
        description={
          fee.kind === 'rule' ? `At least ${fee.minimum} ${currency}.` : 'All digits count, none is rounded.'
        }
        inputMode="decimal"
        autoComplete="off"
        error={errors.amount?.message}
        rightSectionWidth={56}
        rightSectionPointerEvents="all"
        rightSection={
          <Tooltip label={whyNotAll(source, fee, feeIncluded)} disabled={all !== undefined}>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label="All that is available"
              aria-disabled={all === undefined || undefined}
              onClick={() => {
                if (all === undefined) return;
                form.setValue('amount', all, { shouldDirty: true });
                form.clearErrors('amount');
              }}
            >
              All
            </Button>
          </Tooltip>
        }
      />
      <ChoiceList
        legend="The fee is"
        columns
        field={register('fee_included', { onChange: () => form.clearErrors('amount') })}
        choices={[
          {
            value: 'included',
            label: 'Taken out of the amount',
            meaning: 'The recipient gets less.',
          },
          { value: 'added', label: 'Added on top', meaning: 'The recipient gets the whole amount.' },
        ]}
        error={errors.fee_included?.message}
      />
    </Stack>
  );
}

function whyNotAll(
  { available }: Source,
  { kind }: FeeKnowledge,
  feeIncluded: Fields['fee_included'],
): string {
  if (available === undefined) return 'What is available is not known.';
  if (feeIncluded === 'added' && kind !== 'rule') {
    return 'The provider decides the fee: take it out of the amount to withdraw all.';
  }
  return 'Nothing that could be withdrawn is available.';
}

type MoneySummaryProps = {
  quote: Quote;
  /** Undefined while it is being read. */
  fee: FeeKnowledge | undefined;
  isFeeIncluded: boolean;
  currency: string;
};

/** What a request would move, in the words of the ledger: every digit, and what is not certain is said to be so. */
export function MoneySummary({ quote, fee, isFeeIncluded, currency }: MoneySummaryProps) {
  const isEstimate = fee?.kind === 'estimate';
  const missing = fee?.kind === 'unknown' ? 'known once it is requested' : '–';
  const line = (name: string, value: Decimal | undefined, isAbout: boolean, none = missing) => (
    <div>
      <dt>{name}</dt>
      <dd>
        {value === undefined ? (
          <Text span c="dimmed" fw={400} inherit>
            {none}
          </Text>
        ) : (
          <>
            {isAbout && 'about '}
            <Amount value={value} currency={currency} />
          </>
        )}
      </dd>
    </div>
  );
  return (
    <Stack gap={10} fz="sm" className={classes['summary']}>
      <dl aria-label="What is moved">
        {line('Debited', quote.debited, isEstimate && !isFeeIncluded)}
        {line('Fee', quote.fee, isEstimate, fee === undefined ? '…' : 'the provider decides')}
        {line('Recipient gets', quote.received, isEstimate && isFeeIncluded)}
        {quote.remaining !== undefined &&
          line('Available afterwards', quote.remaining, isEstimate && !isFeeIncluded)}
      </dl>
      {fee !== undefined && <FeeNote fee={fee} />}
    </Stack>
  );
}

function FeeNote({ fee }: { fee: FeeKnowledge }) {
  return (
    <Text c="dimmed" size="xs" lh="18px">
      {fee.kind === 'rule' && 'The service’s own fee; a request keeps the one it is made with.'}
      {fee.kind === 'unknown' &&
        'The provider decides the fee and tells it once the request is made. It can be deleted while it is new.'}
      {fee.kind === 'estimate' && (
        <>
          An estimate: what the latest request like it cost, <Time value={fee.at} />. The provider decides the
          fee when the request is made.
        </>
      )}
    </Text>
  );
}
