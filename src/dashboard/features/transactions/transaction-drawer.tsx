import { useParams } from 'react-router';
import { listTransactions, type Transaction } from '#contract/wallet-service/transactions.ts';
import { ListDrawer } from '#dashboard/list/list-drawer.tsx';
import { findInList } from '#dashboard/list/list-row.queries.ts';
import { ListAddresses } from '#dashboard/list/list-addresses.tsx';
import { AddressNames, exchangeLabel, useAddressName } from '#dashboard/entities/wallets/address-names.tsx';
import { transactions, transactionsPath } from '#dashboard/entities/transactions/transactions.queries.ts';
import type { ReadRow } from '#contract/read-answer.ts';
import { networkLabel } from '#dashboard/lib/format.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { TimeDetails } from '#dashboard/ui/time-details.tsx';
import { BookedDescription } from '#dashboard/entities/books/booked.tsx';
import { AmlResult } from '#dashboard/entities/aml/aml-result.tsx';
import { Direction, signOf } from '#dashboard/entities/transactions/transaction-cells.tsx';
import { RelatedRecords } from './related-records.tsx';
import { TransactionStatus } from './transaction-status.tsx';

const fetchTransaction = findInList(transactions, listTransactions);

/** A drawer for one transaction at its own URL. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <ListDrawer
      key={id}
      source={transactions}
      id={id}
      listPath={transactionsPath}
      noun="transaction"
      readOne={fetchTransaction}
    >
      {(row) => (
        <AddressNames of={[row.value.sender_wallet, row.value.recipient_wallet]}>
          <ListAddresses values={[]}>
            <TransactionDetails row={row} />
          </ListAddresses>
        </AddressNames>
      )}
    </ListDrawer>
  );
}

/** Every field of a transaction, and what else has the same hash. */
function TransactionDetails({ row }: { row: ReadRow<Transaction> }) {
  const {
    amount,
    currency,
    direction,
    status,
    network,
    sender_wallet,
    recipient_wallet,
    hash,
    fee,
    transaction_id,
    created_at,
    ...others
  } = row.value;
  // A new field doesn't compile until it is shown here.
  others satisfies Record<string, never>;
  return (
    <>
      <DescriptionList>
        <Description name="Amount">
          <Amount value={amount} currency={currency} sign={signOf(direction)} />
        </Description>
        <Description name="Direction">
          <Direction direction={direction} />
        </Description>
        <Description name="Status">
          <TransactionStatus
            status={status}
            network={network}
            direction={direction}
            created_at={created_at}
          />
        </Description>
        <Description name="Network">
          {network === undefined ? 'unreadable' : networkLabel(network)}
        </Description>
        <Description name="Sender">
          <FullParty address={sender_wallet} network={network} />
        </Description>
        <Description name="Recipient">
          <FullParty address={recipient_wallet} network={network} />
        </Description>
        <Description name="Hash">
          <Address value={hash} what="transaction hash" full network={network} kind="transaction" />
          <div>
            <AmlResult value={hash} network={network} offersCheck />
          </div>
        </Description>
        <Description name="Fee">
          <Amount value={fee} currency={currency} />
        </Description>
        <Description name="ID">
          <Address value={transaction_id} what="transaction ID" full />
        </Description>
        <Description name="Time">
          <TimeDetails value={created_at} />
        </Description>
        {transaction_id !== undefined && <BookedDescription id={transaction_id} status={status} />}
      </DescriptionList>
      {row.isWhole && <RelatedRecords transaction={row.value} />}
    </>
  );
}

/** The full address, under its name if it is a wallet or in the address book. */
function FullParty({ address, network }: { address: string | undefined; network: string | undefined }) {
  const name = useAddressName(address, network);
  if (address === exchangeLabel) return 'Exchange pool';
  return (
    <>
      {name !== undefined && <div>{name}</div>}
      <Address value={address} full network={network} kind="address" />
      <div>
        <AmlResult value={address} network={network} offersCheck />
      </div>
    </>
  );
}
