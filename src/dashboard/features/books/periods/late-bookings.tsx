import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { LateBooking } from '#contract/gateway/closing.ts';
import { entriesOfBooking } from '#contract/gateway/statement-entries.ts';
import { capitalize } from '#dashboard/lib/format.ts';
import { networkKeyLabel, typeLabel } from '#dashboard/entities/balances/balance-labels.ts';
import { ledgerEntriesPath } from '#dashboard/entities/books/own-ledger.ts';
import { transactionPath } from '#dashboard/entities/transactions/transactions.queries.ts';
import { withdrawalPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import classes from './periods.module.css';

type Props = { title: string; bookings: readonly LateBooking[]; count: number };

/** What was created in a closed period and booked after its end, and why. */
export function LateBookings({ title, bookings, count }: Props) {
  return (
    <FramedTable title={title} isCaptionHidden isStacked isWhole more={count - bookings.length}>
      <thead>
        <tr>
          <th scope="col">Booking</th>
          <th scope="col">Created</th>
          <th scope="col">Booked</th>
          <th scope="col" data-align="end">
            Amount
          </th>
          <th scope="col">Explanation</th>
        </tr>
      </thead>
      <tbody>
        {bookings.map((booking) => (
          <tr key={booking.posting_id}>
            <th scope="row">
              {bookingLabel(booking)} <DocumentLink booking={booking} />
            </th>
            <td data-label="Created">
              <Time value={booking.created_at} />
            </td>
            <td data-label="Booked">
              <div>
                <Time value={booking.booked_at} />
                <div>
                  <Link to={ledgerEntriesPath(entriesOfBooking(booking))}>View ledger entries</Link>
                </div>
              </div>
            </td>
            <td data-align="end" data-label="Amount">
              <div>
                {booking.lines.map(({ type, network, currency, amount }) => (
                  <div key={`${type} ${network} ${currency}`}>
                    <Amount value={amount} currency={currency} />
                    <Text c="dimmed" size="xs">
                      {typeLabel(type)}, {networkKeyLabel(network)}
                    </Text>
                  </div>
                ))}
              </div>
            </td>
            <td data-label="Explanation">
              <Explanation booking={booking} />
            </td>
          </tr>
        ))}
      </tbody>
    </FramedTable>
  );
}

/** `Deposit seen late`: what was booked late. */
export function bookingLabel({ kind }: Pick<LateBooking, 'kind'>): string {
  if (kind === 'deposit') return 'Deposit seen late';
  if (kind === 'aml_fee') return 'AML check fee charged late';
  return `${capitalize(kind)} booked late`;
}

function DocumentLink({ booking: { refers_to: refersTo, document } }: { booking: LateBooking }) {
  if (refersTo === 'transaction') return <Link to={transactionPath(document)}>View transaction</Link>;
  if (refersTo === 'withdrawal') return <Link to={withdrawalPath(document)}>View withdrawal</Link>;
  return <Address value={document} what="document ID" />;
}

function Explanation({ booking: { is_drift: isDrift, notes } }: { booking: LateBooking }) {
  if (notes.length > 0) {
    return (
      <div>
        {notes.map(({ note, by, at }) => (
          <div key={at}>
            {note}
            <Text c="dimmed" size="xs">
              {by ?? 'An API key'}, <Time value={at} />
            </Text>
          </div>
        ))}
      </div>
    );
  }
  return isDrift ? (
    <span className={classes['unexplained']}>Not explained</span>
  ) : (
    <Text c="dimmed" inherit component="span">
      Known when it was closed
    </Text>
  );
}
