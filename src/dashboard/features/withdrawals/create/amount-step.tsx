import { formatAmount } from '#domain/format.ts';
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
      <h2 id="amount-heading">Amount</h2>
      <TextInput
        {...register('amount', { onChange: () => form.clearErrors('amount') })}
        label={`Amount in ${currency}`}
        description={
          fee.kind === 'rule'
            ? `At least ${formatAmount(fee.minimum)} ${currency}.`
            : 'Amounts are never rounded.'
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
              aria-label="Max amount"
              aria-disabled={all === undefined || undefined}
              onClick={() => {
                if (all === undefined) return;
                form.setValue('amount', all, { shouldDirty: true });
                form.clearErrors('amount');
              }}
            >
              Max
            </Button>
          </Tooltip>
        }
      />
      <ChoiceList
        legend="Fee"
        columns
        field={register('fee_included', { onChange: () => form.clearErrors('amount') })}
        choices={[
          {
            value: 'included',
            label: 'Deduct from amount',
            meaning: 'The recipient gets the amount minus the fee.',
          },
          { value: 'added', label: 'Add to amount', meaning: 'The recipient gets the full amount.' },
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
  if (available === undefined) return 'The available balance is unknown.';
  if (feeIncluded === 'added' && kind !== 'rule') {
    return 'The provider sets the fee. To withdraw everything, deduct it from the amount.';
  }
  return 'Nothing is available to withdraw.';
}

type MoneySummaryProps = {
  quote: Quote;
  /** Undefined while it is being read. */
  fee: FeeKnowledge | undefined;
  isFeeIncluded: boolean;
  currency: string;
};

/** What a request would move, in the ledger's terms: with every digit, and with estimates marked as such. */
export function MoneySummary({ quote, fee, isFeeIncluded, currency }: MoneySummaryProps) {
  const isEstimate = fee?.kind === 'estimate';
  const missing = fee?.kind === 'unknown' ? 'known after you submit' : '–';
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
      <dl aria-label="Summary">
        {line('Debited', quote.debited, isEstimate && !isFeeIncluded)}
        {line('Fee', quote.fee, isEstimate, fee === undefined ? '…' : 'set by the provider')}
        {line('Recipient gets', quote.received, isEstimate && isFeeIncluded)}
        {quote.remaining !== undefined &&
          line('Remaining balance', quote.remaining, isEstimate && !isFeeIncluded)}
      </dl>
      {fee !== undefined && <FeeNote fee={fee} />}
    </Stack>
  );
}

function FeeNote({ fee }: { fee: FeeKnowledge }) {
  return (
    <Text c="dimmed" size="xs" lh="18px">
      {fee.kind === 'rule' && 'Service fee, fixed when you submit.'}
      {fee.kind === 'unknown' &&
        'The provider sets the fee after you submit. You can delete the withdrawal while it’s new.'}
      {fee.kind === 'estimate' && (
        <>
          An estimate: what the latest request like it cost, <Time value={fee.at} />. The provider decides the
          fee when you submit.
        </>
      )}
    </Text>
  );
}
