import { Stack, Text } from '@mantine/core';
import type { Decimal } from '#domain/decimal.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import classes from './create.module.css';
import type { FeeKnowledge, Quote } from './quote.ts';

type Props = {
  quote: Quote;
  /** Undefined while it is being read. */
  fee: FeeKnowledge | undefined;
  isFeeIncluded: boolean;
  currency: string;
};

/** What a request would move, in the words of the ledger: every digit, and what is not certain is said to be so. */
export function MoneySummary({ quote, fee, isFeeIncluded, currency }: Props) {
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
