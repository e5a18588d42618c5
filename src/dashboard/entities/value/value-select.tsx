import { type ValueChoice, valueChoices } from '#contract/gateway/value-settings.ts';
import { FilterSelect } from '#dashboard/ui/filter-controls.tsx';
import { chooseValueCurrency } from './value-currency.ts';

const labels = { USD: 'Values in USD', EUR: 'Values in EUR', off: 'No values' } as const satisfies Record<
  ValueChoice,
  string
>;

/** Chooses what values are shown in, for this browser. */
export function ValueSelect({ choice }: { choice: ValueChoice }) {
  return (
    <FilterSelect
      aria-label="Values"
      value={choice}
      data={valueChoices.map((value) => ({ value, label: labels[value] }))}
      onChange={(event) => {
        const chosen = valueChoices.find((each) => each === event.currentTarget.value);
        if (chosen !== undefined) chooseValueCurrency(chosen);
      }}
    />
  );
}
