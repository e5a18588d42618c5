import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { type PermissionAnswer, usePermission } from '#dashboard/session/session.queries.ts';
import { isZero, ZERO } from '#domain/decimal.ts';

/** A personal wallet pays from its own balance; funds on an accounting wallet are paid from the pool. */
export function withdrawalSource(address: string, { type, network, balances = {} }: Partial<Wallet>) {
  const currency = Object.keys(balances).find((code) => !isZero(balances[code]?.available ?? ZERO));
  return type === 'accounting'
    ? ({ sender: 'exchange', network, currency } as const)
    : ({ sender: 'user', network, currency, wallet: address } as const);
}

/** Whether a withdrawal can be made of a wallet's funds. A blocked personal wallet can't pay; the pool can. */
export function useMayWithdrawFrom({ network, type, status }: Partial<Wallet>): PermissionAnswer {
  const permission = usePermission('withdrawals:write', {
    needs: 'createWithdrawalRequest',
    on: { network },
  });
  if (!permission.allowed || type === 'accounting' || status !== 'blocked') return permission;
  return { allowed: false, reason: 'This wallet is blocked. Change its status to withdraw from it.' };
}
