import { Stack, TextInput } from '@mantine/core';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { decimalsOf } from '#domain/networks.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { ChoiceList } from '#dashboard/ui/choice-list.tsx';
import { Tooltip } from '#dashboard/ui/tooltip.tsx';
import classes from './create.module.css';
import type { Fields } from './fields.ts';
import { type FeeKnowledge, wholeAmount } from './quote.ts';
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
