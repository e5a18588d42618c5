import { lazy, Suspense } from 'react';
import type { ReadRow } from '#contract/read-answer.ts';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { formOf } from '../../lib/explorers.ts';
import { Party } from '../transactions/party.tsx';
import { withdrawalTools } from './load-tools.ts';

export const loadCells = async () => (await withdrawalTools).loadCells();

const CompletedParty = lazy(async () => ({
  default: (await loadCells()).CompletedParty,
}));

export type PartyProps = { row: ReadRow<WithdrawalDetail>; side: 'sender_wallet' | 'recipient_wallet' };

/** What stands as the sender where no wallet pays. */
export const exchangeLabel = 'exchange';

/** Who pays or is paid; an address that the provider shortened is completed where that is possible. */
export function WithdrawalParty({ row, side }: PartyProps) {
  const { network, [side]: address } = row.value;
  if (side === 'sender_wallet' && address === exchangeLabel) return 'Exchange pool';
  const party = <Party address={address} network={network} />;
  if (formOf(address ?? '') !== 'shortened') return party;
  return (
    <Suspense fallback={party}>
      <CompletedParty row={row} side={side} />
    </Suspense>
  );
}
