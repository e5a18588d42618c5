import { sharedPoolKey } from '#contract/wallet-service/balances.ts';
import { negate } from '#domain/arithmetic.ts';
import { isNegative, isZero, type Decimal } from '#domain/decimal.ts';
import type { Currency } from '#domain/networks.ts';
import type { Posting, PostingKind } from './ledger.ts';
import {
  poolAccount,
  poolNetwork,
  transitAccount,
  walletAccount,
  walletHold,
  worldAccount,
  type LedgerAccount,
  type WalletPlace,
} from './ledger-accounts.ts';

/** What is moved, of which account, and what it belongs to. The amount is above zero. */
export type Movement = {
  accountId: string;
  currency: Currency;
  amount: Decimal;
  reference?: string | null;
};

/** Funds arrive on a wallet's address. */
export function deposit(wallet: WalletPlace, movement: Movement): Posting {
  const { accountId, currency } = movement;
  return move(
    'deposit',
    movement,
    worldAccount(accountId, wallet.network, currency),
    walletAccount(wallet, currency),
  );
}

/** Funds leave a wallet's address for an address outside, without having been held. */
export function withdraw(wallet: WalletPlace, movement: Movement): Posting {
  const { accountId, currency } = movement;
  return move(
    'withdrawal',
    movement,
    walletAccount(wallet, currency),
    worldAccount(accountId, wallet.network, currency),
  );
}

/** Sets funds of a wallet aside: they can no longer be spent. */
export function hold(wallet: WalletPlace, movement: Movement): Posting {
  const { currency } = movement;
  return move('hold', movement, walletAccount(wallet, currency), walletHold(wallet, currency));
}

/** Gives back what was held. */
export function release(wallet: WalletPlace, movement: Movement): Posting {
  const { currency } = movement;
  return move('release', movement, walletHold(wallet, currency), walletAccount(wallet, currency));
}

/**
 * Takes funds of an `accounting` wallet to the pool: USDT of the shared pool by way of transit (see
 * `settle`), everything else at once.
 */
export function collect(wallet: WalletPlace, movement: Movement): Posting {
  const { network } = wallet;
  const { accountId, currency } = movement;
  const isShared = poolNetwork(network, currency) === sharedPoolKey;
  const to = (isShared ? transitAccount : poolAccount)(accountId, network, currency);
  return move('collection', movement, walletAccount(wallet, currency), to);
}

/** What was in transit from wallets of this network has arrived in the shared pool. */
export function settle(network: WalletPlace['network'], movement: Movement): Posting {
  const { accountId, currency } = movement;
  const from = transitAccount(accountId, network, currency);
  return move('settlement', movement, from, poolAccount(accountId, network, currency));
}

function move(kind: PostingKind, movement: Movement, from: LedgerAccount, to: LedgerAccount): Posting {
  const { accountId, amount, reference = null } = movement;
  if (isNegative(amount) || isZero(amount)) throw new RangeError('Only an amount above zero can be moved.');
  return {
    accountId,
    kind,
    reference,
    entries: [
      { account: from, amount: negate(amount) },
      { account: to, amount },
    ],
  };
}
