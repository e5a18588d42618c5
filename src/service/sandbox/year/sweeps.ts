import { sharedPoolKey } from '#contract/wallet-service/balances.ts';
import { isZero } from '#domain/decimal.ts';
import { poolAccount, poolNetwork, walletAccount } from '../../ledger/ledger-accounts.ts';
import { collect, settle } from '../../ledger/movements.ts';
import { sandboxAccountId } from '../sandbox-keys.ts';
import { habitOf, type Holder } from './holders.ts';
import { isOpen, later, type Scene, writePosting } from './scene.ts';

const minuteMs = 60_000;
/** Less than so many US dollars is not worth the network's fee. */
const leastDollars = 40;

/** The balance on the address of an `accounting` wallet is swept to the pool. */
export function sweep(scene: Scene): boolean {
  const { random, holders } = scene;
  const holder = random.weighted(holders, (each) =>
    each.type === 'accounting' && isOpen(each, scene) ? habitOf(each).deposits : 0,
  );
  return holder !== undefined && sweepWallet(scene, holder, { leastDollars });
}

/** `isSettled: false` leaves USDT of the shared pool on its way. */
export function sweepWallet(
  scene: Scene,
  holder: Holder,
  options: { leastDollars?: number; isSettled?: boolean } = {},
): boolean {
  const { random, holdings, prices, place } = scene;
  const { network } = holder;
  let hasCollected = false;
  for (const currency of holder.currencies) {
    const from = walletAccount(holder, currency);
    const amount = holdings.of(from);
    const dollars = Number(amount) * prices.dollars(currency, place);
    if (isZero(amount) || dollars < (options.leastDollars ?? 0)) continue;
    const reference = `collection_${random.hex(16)}`;
    const movement = { accountId: sandboxAccountId, currency, amount, reference };
    const pool = poolAccount(sandboxAccountId, network, currency);
    holdings.spend(from, amount);
    writePosting(scene, collect(holder, movement));
    hasCollected = true;
    if (poolNetwork(network, currency) !== sharedPoolKey) {
      holdings.receive(pool, amount);
    } else if (options.isSettled !== false) {
      const settledAt = later(scene, minuteMs * random.magnitude(8, 45));
      writePosting(scene, settle(network, movement), settledAt);
      holdings.receiveLater(pool, amount);
    }
  }
  return hasCollected;
}
