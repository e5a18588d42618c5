import { type ComponentProps, lazy, Suspense } from 'react';
import { useValueChoice, useValueCurrency } from './value-currency.ts';

// Loaded only where values are shown: pages without rates don't pay for them.
const shown = async () => import('./shown-values.tsx');
const ShownAmountValue = lazy(async () => ({ default: (await shown()).AmountValue }));
const ShownSummary = lazy(async () => ({ default: (await shown()).ValueSummary }));
const Select = lazy(async () => ({ default: (await import('./value-select.tsx')).ValueSelect }));

type Shown<P> = Omit<P, 'quote'>;

/** What an amount is worth, if values are shown. */
export function AmountValue(props: Shown<ComponentProps<typeof ShownAmountValue>>) {
  const quote = useValueCurrency();
  if (quote === undefined) return null;
  return (
    <Suspense>
      <ShownAmountValue {...props} quote={quote} />
    </Suspense>
  );
}

/** What amounts are worth together, with what the total leaves out, if values are shown. */
export function ValueSummary(props: Shown<ComponentProps<typeof ShownSummary>>) {
  const quote = useValueCurrency();
  if (quote === undefined) return null;
  return (
    <Suspense>
      <ShownSummary {...props} quote={quote} />
    </Suspense>
  );
}

/** Chooses what values are shown in, where there is any rate. */
export function ValueSelect() {
  const chosen = useValueChoice();
  if (chosen === undefined) return null;
  return (
    <Suspense>
      <Select choice={chosen.choice} />
    </Suspense>
  );
}
