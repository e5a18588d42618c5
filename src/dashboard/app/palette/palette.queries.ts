import { queryOptions } from '@tanstack/react-query';
import { isPermitted, isSupported, type Session } from '#contract/gateway/sessions.ts';
import { formatAmount } from '#domain/format.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { bookQueries } from '#dashboard/entities/address-book/address-book.queries.ts';
import { entryPath } from '#dashboard/entities/address-book/book-paths.ts';
import { withdrawalPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { withdrawals } from '#dashboard/entities/withdrawals/withdrawals.queries.ts';
import { networkName } from '#dashboard/lib/format.ts';
import type { PaletteItem } from './palette-items.ts';

const mostEntries = 5;
/** Intermediate input is not requested. */
const pauseMs = 250;

/** The withdrawal with this ID or reference, and the address book entries with the text in them. */
export function lookUp(text: string, session: Session) {
  return queryOptions({
    queryKey: keyOf([{ id: 'listWithdrawalRequests' }, { id: 'listBookEntries' }], { part: 'palette', text }),
    queryFn: async ({ client, signal }): Promise<PaletteItem[]> => {
      if (!isPermitted(session, 'withdrawals:read')) return [];
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (signal.aborted) return [];
      const [withdrawal, entries] = await Promise.all([
        isSupported(session, 'listWithdrawalRequests') ? findWithdrawal(text, signal).catch(() => []) : [],
        client.fetchQuery(bookQueries.search(text)).catch(() => []),
      ]);
      return [
        ...withdrawal,
        ...entries.slice(0, mostEntries).map((entry): PaletteItem => ({
          id: `entry ${entry.id}`,
          group: 'Address book',
          label: entry.name,
          note: `${shortenMiddle(entry.address)} on ${networkName(entry.network)}`,
          permission: 'withdrawals:read',
          to: entryPath(entry),
        })),
      ];
    },
    staleTime: 30_000,
  });
}

/** Uses only what the response proves, because a provider may ignore the filter. */
async function findWithdrawal(text: string, signal: AbortSignal): Promise<PaletteItem[]> {
  const key = text.startsWith('wd_') ? 'request_id' : 'external_id';
  const { rows } = await withdrawals.read(
    {
      [key]: text,
      sort_by: 'created_at',
      sort_direction: 'desc',
      limit: 2,
      offset: 0,
    },
    signal,
  );
  return rows.flatMap(({ value }): PaletteItem[] => {
    const { request_id: id, amount, currency, status, recipient_wallet: recipient } = value;
    if (id === undefined || value[key] !== text) return [];
    const sum = amount === undefined ? '' : ` of ${formatAmount(amount)} ${currency ?? ''}`;
    const to = recipient === undefined ? '' : ` to ${shortenMiddle(recipient)}`;
    return [
      {
        id: `withdrawal ${id}`,
        group: 'Found',
        label: `Withdrawal${sum}${to}`,
        ...(status !== undefined && { note: status }),
        permission: 'withdrawals:read',
        to: withdrawalPath(id),
      },
    ];
  });
}
