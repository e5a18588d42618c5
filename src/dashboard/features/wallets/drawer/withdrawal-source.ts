import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { isZero, ZERO } from '#domain/decimal.ts';

/** A personal wallet pays from its own balance; funds on an accounting wallet are paid from the pool. */
export function withdrawalSource(address: string, { type, network, balances = {} }: Partial<Wallet>) {
  const currency = Object.keys(balances).find((code) => !isZero(balances[code]?.available ?? ZERO));
  return type === 'accounting'
    ? ({ sender: 'exchange', network, currency } as const)
    : ({ sender: 'user', network, currency, wallet: address } as const);
}
