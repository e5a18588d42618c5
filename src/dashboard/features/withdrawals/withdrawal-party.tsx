import { formOf } from '../../lib/explorers.ts';
import { Party } from '../transactions/party.tsx';
import { CompletedParty, type PartyProps } from './withdrawal-cells.tsx';

/** What stands as the sender where no wallet pays. */
export const exchangeLabel = 'exchange';

/** Who pays or is paid; an address that the provider shortened is completed where that is possible. */
export function WithdrawalParty({ row, side }: PartyProps) {
  const { network, [side]: address } = row.value;
  if (side === 'sender_wallet' && address === exchangeLabel) return 'Exchange pool';
  if (formOf(address ?? '') === 'shortened') return <CompletedParty row={row} side={side} />;
  return <Party address={address} network={network} />;
}
