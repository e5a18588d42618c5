import { instantFromDate } from '#domain/time.ts';
import { rangeNames, resolveRange } from '#dashboard/lib/date-range.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import type { OtherFiltersProps } from '#dashboard/list/list-definition.ts';
import { RangeFilter } from '#dashboard/ui/range-filter/range-filter.tsx';
import { WalletFilter } from '../wallet-filter.tsx';
import type { EntriesSchema } from './entries.queries.ts';

/** By the wallet, and by when documents were created. */
export function EntryFilters({ query, onChange }: OtherFiltersProps<EntriesSchema>) {
  const { iana } = useTimeZone();
  const { wallet, created_from: from, created_to: to } = query;
  return (
    <>
      <RangeFilter
        label="Created"
        range={undefined}
        from={from}
        to={to}
        onChange={({ range, ...days }) => {
          const name = rangeNames.find((each) => each === range);
          if (name === undefined) return onChange(days);
          // The range that moves with time is that of bookings.
          const resolved = resolveRange(name, instantFromDate(new Date(serverNow())), iana);
          onChange({ created_from: resolved.from, created_to: resolved.to });
        }}
      />
      <WalletFilter wallet={wallet} onChange={(address) => onChange({ wallet: address })} />
    </>
  );
}
