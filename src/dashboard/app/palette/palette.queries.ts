import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { isPermitted, isSupported, type Session } from '#contract/gateway/sessions.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import type { WithdrawalRequest } from '#contract/wallet-service/withdrawals.ts';
import { formatAmount } from '#domain/format.ts';
import { isNetwork } from '#domain/networks.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { bookQueries } from '#dashboard/entities/address-book/address-book.queries.ts';
import { entryPath } from '#dashboard/entities/address-book/book-paths.ts';
import { longestWordIn } from '#dashboard/entities/wallets/wallets.ts';
import { withdrawalPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { withdrawals } from '#dashboard/entities/withdrawals/withdrawals.queries.ts';
import { networkName } from '#dashboard/lib/format.ts';
import type { PaletteItem } from './palette-items.ts';

const mostEntries = 5;
/** Intermediate input is not requested. */
const pauseMs = 250;

/** How many wallets are looked through for those that the palette offers. */
const mostWallets = 50;

/** The account's wallets that may match the text: address → name. The palette chooses from them. */
export const walletsLike = (text: string) =>
  queryOptions({
    queryKey: keyOf(listWallets, { part: 'palette', text }),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      signal.throwIfAborted();
      const query = { search: longestWordIn(text), limit: mostWallets };
      const { rows } = await call(listWallets, { query }, signal);
      return new Map(
        rows.flatMap(({ value: { address, name } }) =>
          address === undefined || name === undefined ? [] : [[address, name]],
        ),
      );
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** The withdrawal with this ID or reference, and the address book entries with the text in them. */
export function lookUp(text: string, session: Session) {
  return queryOptions({
    queryKey: keyOf([{ id: 'listWithdrawalRequests' }, { id: 'listBookEntries' }], { part: 'palette', text }),
    queryFn: async ({ client, signal }): Promise<PaletteItem[]> => {
      if (!isPermitted(session, 'withdrawals:read')) return [];
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (signal.aborted) return [];
      const [withdrawal, entries] = await Promise.all([
        isSupported(session, 'listWithdrawalRequests')
          ? findWithdrawal(text, client, signal).catch(() => [])
          : [],
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
async function findWithdrawal(
  text: string,
  client: QueryClient,
  signal: AbortSignal,
): Promise<PaletteItem[]> {
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
  const found = rows.find(({ value }) => value.request_id !== undefined && value[key] === text)?.value;
  if (found?.request_id === undefined) return [];
  const { request_id: id, amount, currency, status } = found;
  const sum = amount === undefined ? '' : ` of ${formatAmount(amount)} ${currency ?? ''}`;
  const recipient = await nameRecipient(found, client);
  return [
    {
      id: `withdrawal ${id}`,
      group: 'Found',
      label: `Withdrawal${sum}${recipient === undefined ? '' : ` to ${recipient}`}`,
      ...(status !== undefined && { note: status }),
      permission: 'withdrawals:read',
      to: withdrawalPath(id),
    },
  ];
}

/** The name that the address book has for the recipient, otherwise its address. */
async function nameRecipient(
  { network, recipient_wallet: address }: Partial<WithdrawalRequest>,
  client: QueryClient,
): Promise<string | undefined> {
  if (address === undefined) return undefined;
  // A network that the console doesn’t know, or a shortened address, is in no book.
  const book =
    network !== undefined && isNetwork(network)
      ? await client.fetchQuery(bookQueries.lookup(network, address)).catch(() => undefined)
      : undefined;
  return book?.entry?.name ?? shortenMiddle(address);
}
