import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { Description } from '#dashboard/ui/description-list.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { AwaitedTimeDetails, TimeDetails } from '#dashboard/ui/time-details.tsx';
import { type BookedRow, useBookingTime } from './booking-times.queries.ts';
import { ledgerEntriesPath, useMayReadLedger } from './own-ledger.ts';

/** A cell of the column “Booked”. */
export function BookedCell(row: BookedRow) {
  const { data, isPending, isError } = useBookingTime(row);
  if (data) return <Time value={data.booked_at} />;
  return (
    <Text span c="dimmed" inherit>
      {isPending ? '…' : isError ? 'unknown' : 'not booked'}
    </Text>
  );
}

/** When the row was booked, and its ledger entries: in a drawer, beside when it was created. Nothing without our own ledger. */
export function BookedDescription(row: BookedRow) {
  return useMayReadLedger() ? <BookedFact {...row} /> : null;
}

function BookedFact(row: BookedRow) {
  const { data, isPending } = useBookingTime(row);
  // With the room of what is about to come.
  if (isPending && row.status === 'completed') {
    return (
      <Description name="Booked" note={'\u00A0'}>
        <AwaitedTimeDetails />
      </Description>
    );
  }
  return (
    <Description
      name="Booked"
      note={data && <Link to={ledgerEntriesPath({ reference: data.reference })}>Ledger entries</Link>}
    >
      {data ? <TimeDetails value={data.booked_at} /> : <BookedCell {...row} />}
    </Description>
  );
}
