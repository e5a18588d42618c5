import { useParams } from 'react-router';
import { type ExchangeTransaction, listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import { BookedDescription } from '#dashboard/entities/books/booked.tsx';
import { networkLabel } from '#dashboard/lib/format.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import { TimeDetails } from '#dashboard/ui/time-details.tsx';
import { ListDrawer } from '#dashboard/list/list-drawer.tsx';
import { findInList } from '#dashboard/list/list-row.queries.ts';
import { EffectiveRateOf, Pair } from './rate.tsx';
import { exchangesPath } from '#dashboard/entities/exchanges/exchange-paths.ts';
import { exchanges } from './exchanges.queries.ts';

const fetchExchange = findInList(exchanges, listExchangeTransactions);

/** A drawer for one exchange at its own URL. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <ListDrawer
      key={id}
      source={exchanges}
      id={id}
      listPath={exchangesPath}
      noun="exchange"
      readOne={fetchExchange}
    >
      {({ value }) => <ExchangeDetails value={value} />}
    </ListDrawer>
  );
}

function ExchangeDetails({ value }: { value: Partial<ExchangeTransaction> }) {
  const {
    currency_from: from,
    currency_to: to,
    network_from,
    network_to,
    amount_from,
    amount_to,
    fee,
    rate,
    status,
    transaction_id,
    created_at,
    ...others
  } = value;
  // A new field doesn't compile until it is shown here.
  others satisfies Record<string, never>;
  return (
    <DescriptionList>
      <Description name="Pair">
        <Pair currency_from={from} currency_to={to} />
      </Description>
      <Description name="Sold" note={network_from && networkLabel(network_from)}>
        <Amount value={amount_from} currency={from} />
      </Description>
      <Description name="Bought" note={network_to && networkLabel(network_to)}>
        <Amount value={amount_to} currency={to} />
      </Description>
      <Description name="Fee">
        <Amount value={fee} currency={to} />
      </Description>
      <Description name="Rate" note={from && to && `${to} per ${from}, before the fee`}>
        <Amount value={rate} />
      </Description>
      <Description name="After fee" note="Effective rate: bought ÷ sold">
        <EffectiveRateOf given={amount_from} received={amount_to} />
      </Description>
      <Description name="Status">
        <StatusBadge status={status} />
      </Description>
      <Description name="ID">
        <Address value={transaction_id} what="exchange ID" full />
      </Description>
      <Description name="Time">
        <TimeDetails value={created_at} />
      </Description>
      {transaction_id !== undefined && <BookedDescription id={transaction_id} status={status} />}
    </DescriptionList>
  );
}
