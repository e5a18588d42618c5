import { queryOptions, useQuery } from '@tanstack/react-query';
import { type BookingTime, findBookingTimes, MOST_BOOKINGS } from '#contract/gateway/booking-times.ts';
import { batched } from '#dashboard/api/batched.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf } from '#dashboard/api/queries.ts';

const findBookingTime = batched<BookingTime>(MOST_BOOKINGS, async (ids) => {
  const { bookings } = await call(findBookingTimes, { body: { ids } });
  return new Map((bookings ?? []).map((booking) => [booking.id, booking]));
});

/** A row of a list, as far as its booking depends on it: the ledger books it together with its last status. */
export type BookedRow = { id: string; status: string | undefined };

/** When the funds of a transaction, exchange or withdrawal moved in our own ledger; null: they haven’t. */
export function useBookingTime({ id, status }: BookedRow) {
  return useQuery(
    queryOptions({
      queryKey: keyOf(findBookingTimes, { id, status }),
      queryFn: async (): Promise<BookingTime | null> => (await findBookingTime(id)) ?? null,
      // A booking never changes.
      staleTime: ({ state: { data } }) => (data ? Number.POSITIVE_INFINITY : 60_000),
    }),
  );
}
