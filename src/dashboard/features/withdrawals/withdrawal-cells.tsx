import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReadRow } from '#contract/read-answer.ts';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { formOf } from '#dashboard/lib/explorers.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { AddressNames, Party } from '#dashboard/entities/wallets/address-names.tsx';
import type { WithdrawalRow } from './withdrawal.queries.ts';

export type WithdrawalCellProps = { row: ReadRow<WithdrawalDetail> };

type PartyProps = WithdrawalCellProps & { side: 'sender_wallet' | 'recipient_wallet' };

/** What never changes of a request and its row in a list may lack. Few rows do, so that reading it is code of its own. */
const withdrawalFacts = (row: WithdrawalRow, mayReadTransactions: boolean) =>
  queryOptions({
    queryKey: keyOf(
      { id: 'getWithdrawalRequest' },
      { facts: row.request_id, hash: row.hash, mayReadTransactions },
    ),
    queryFn: async ({ client, signal }) => {
      const { fetchFacts } = await import('./withdrawal.queries.ts');
      return await fetchFacts(row, mayReadTransactions, { client, signal });
    },
    staleTime: 'static',
  });

/** What the list lacks of a request, asked for by the first cell that needs it. */
export function useFacts({ value }: ReadRow<WithdrawalDetail>, isNeeded: boolean) {
  const mayReadTransactions = usePermission('transactions:read').allowed;
  const { request_id: id } = value;
  return useQuery({
    ...withdrawalFacts({ ...value, request_id: id ?? '' }, mayReadTransactions),
    enabled: isNeeded && id !== undefined,
  });
}

/** The payer or recipient; a shortened address is completed if that is possible. */
export function WithdrawalParty({ row, side }: PartyProps) {
  const { network, [side]: address } = row.value;
  if (formOf(address ?? '') === 'shortened') return <CompletedParty row={row} side={side} />;
  return <Party address={address} network={network} />;
}

/** An address that the list has shortened: whole, as soon as that is known. */
function CompletedParty({ row, side }: PartyProps) {
  const { data } = useFacts(row, true);
  const address = data?.[side] ?? row.value[side];
  return (
    <AddressNames of={[address]}>
      <Party address={address} network={row.value.network} />
    </AddressNames>
  );
}
