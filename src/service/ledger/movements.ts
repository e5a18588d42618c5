import { sharedPoolKey } from '#contract/wallet-service/balances.ts';
import { add, negate } from '#domain/arithmetic.ts';
import { isPositive, type Decimal } from '#domain/decimal.ts';
import type { PostingKind } from '#domain/ledger-entries.ts';
import type { Currency, Network } from '#domain/networks.ts';
import type { Posting } from './ledger.ts';
import {
  feesAccount,
  poolAccount,
  poolHold,
  poolNetwork,
  transitAccount,
  walletAccount,
  walletHold,
  worldAccount,
  type LedgerAccount,
  type WalletRef,
} from './ledger-accounts.ts';

/** The funds to move, their account, and the document they belong to. The amount is above zero. */
export type Movement = {
  accountId: string;
  currency: Currency;
  amount: Decimal;
  reference?: string | null;
};

/** One side of an exchange. */
export type Side = { network: Network; currency: Currency; amount: Decimal };

/** Funds arrive on a wallet's address. */
export function deposit(wallet: WalletRef, movement: Movement): Posting {
  const { accountId, currency } = movement;
  return move(
    'deposit',
    movement,
    worldAccount(accountId, wallet.network, currency),
    walletAccount(wallet, currency),
  );
}

/** Funds leave a wallet's address for an address outside, without having been held. */
export function withdraw(wallet: WalletRef, movement: Movement): Posting {
  const { accountId, currency } = movement;
  return move(
    'withdrawal',
    movement,
    walletAccount(wallet, currency),
    worldAccount(accountId, wallet.network, currency),
  );
}

/** Sets funds of a wallet aside: they can no longer be spent. */
export function hold(wallet: WalletRef, movement: Movement): Posting {
  const { currency } = movement;
  return move('hold', movement, walletAccount(wallet, currency), walletHold(wallet, currency));
}

/** Gives back what was held. */
export function release(wallet: WalletRef, movement: Movement): Posting {
  const { currency } = movement;
  return move('release', movement, walletHold(wallet, currency), walletAccount(wallet, currency));
}

/** Sets funds of the pool aside: they can no longer be spent. */
export function holdOfPool(network: Network, movement: Movement): Posting {
  const { accountId, currency } = movement;
  return move(
    'hold',
    movement,
    poolAccount(accountId, network, currency),
    poolHold(accountId, network, currency),
  );
}

/** Gives back to the pool what was held. */
export function releaseToPool(network: Network, movement: Movement): Posting {
  const { accountId, currency } = movement;
  return move(
    'release',
    movement,
    poolHold(accountId, network, currency),
    poolAccount(accountId, network, currency),
  );
}

/** Held funds leave: the amount for an address outside, the fee to the fees. `from` is the hold of both. */
export function payOut(
  from: LedgerAccount,
  network: Network,
  { accountId, currency, amount, reference = null, fee }: Movement & { fee: Decimal },
): Posting {
  return {
    accountId,
    kind: 'withdrawal',
    reference,
    entries: [
      { account: from, amount: negate(add(amount, fee)) },
      { account: worldAccount(accountId, network, currency), amount },
      { account: feesAccount(accountId, network, currency), amount: fee },
    ],
  };
}

/**
 * Takes funds of an `accounting` wallet to the pool: USDT of the shared pool by way of transit (see
 * `settle`), everything else at once.
 */
export function collect(wallet: WalletRef, movement: Movement): Posting {
  const { network } = wallet;
  const { accountId, currency } = movement;
  const isShared = poolNetwork(network, currency) === sharedPoolKey;
  const to = (isShared ? transitAccount : poolAccount)(accountId, network, currency);
  const posting = move('collection', movement, walletAccount(wallet, currency), to);
  return {
    ...posting,
    transfer: { network, currency, amount: movement.amount, wallet_address: wallet.address },
  };
}

/** What was in transit from wallets of this network has arrived in the shared pool. */
export function settle(network: WalletRef['network'], movement: Movement): Posting {
  const { accountId, currency } = movement;
  const from = transitAccount(accountId, network, currency);
  const posting = move('settlement', movement, from, poolAccount(accountId, network, currency));
  return { ...posting, transfer: { network, currency, amount: movement.amount, wallet_address: null } };
}

/** What was held for a check is paid: its report is there. */
export function payAmlFee(wallet: WalletRef, movement: Movement): Posting {
  const { accountId, currency } = movement;
  return move(
    'aml_fee',
    movement,
    walletHold(wallet, currency),
    feesAccount(accountId, wallet.network, currency),
  );
}

/**
 * Funds of one pool are exchanged for funds of another: those leave the ledger, these enter it, and the fee is deducted
 * from them.
 */
export function exchange(
  from: Side,
  to: Side & { fee: Decimal },
  { accountId, reference = null }: Pick<Movement, 'accountId' | 'reference'>,
): Posting {
  return {
    accountId,
    kind: 'exchange',
    reference,
    entries: [
      { account: poolAccount(accountId, from.network, from.currency), amount: negate(from.amount) },
      { account: worldAccount(accountId, from.network, from.currency), amount: from.amount },
      { account: worldAccount(accountId, to.network, to.currency), amount: negate(add(to.amount, to.fee)) },
      { account: poolAccount(accountId, to.network, to.currency), amount: to.amount },
      { account: feesAccount(accountId, to.network, to.currency), amount: to.fee },
    ],
  };
}

function move(kind: PostingKind, movement: Movement, from: LedgerAccount, to: LedgerAccount): Posting {
  const { accountId, amount, reference = null } = movement;
  if (!isPositive(amount)) throw new RangeError('Only an amount above zero can be moved.');
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
