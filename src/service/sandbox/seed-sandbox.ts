import type { Kysely, Transaction } from 'kysely';
import { currenciesOf, networks, walletNetworks, type WalletNetwork } from '#domain/networks.ts';
import { inTransaction } from '#database/transaction.ts';
import type { RefundsTable, Tables } from '#database/tables.ts';
import { findAccountKeys, takeAddresses, type AccountKeys } from '../addresses/address-chains.ts';
import { deriveAddress } from '#domain/hd.ts';
import { postAll, type Posting } from '../ledger/ledger.ts';
import { deposit, withdraw } from '../ledger/movements.ts';
import { makeRandom, type Random } from './random.ts';
import { sandboxAmount } from './sandbox-amounts.ts';
import { laterMoments, momentAt, sandboxNow, walletHistory, type PlacedWallet } from './sandbox-history.ts';
import { insertSandboxKeys, sandboxAccountId } from './sandbox-keys.ts';
import { sandboxWallets } from './sandbox-wallets.ts';

const seed = 20_260_630;
const firstWalletAt = Date.UTC(2024, 2, 4, 8);
const walletsWithRefunds = 8;
const firstRefundId = 48_213_907;
/** Addresses of other people: derived far behind every one that the sandbox will ever give out. */
const firstOutsideIndex = 1_000_000;

/**
 * Fills an empty database with an account as an operator knows it; the same at every first start. A
 * database with accounts keeps its data and gets only the sandbox's keys back, if it is the sandbox's.
 * Give it a database that `prepareAddresses` has prepared.
 */
export async function seedSandbox(db: Kysely<Tables>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const accounts = await tx.selectFrom('accounts').select('account_id as id').execute();
    if (accounts.length === 0) await insertAccount(tx);
    else if (!accounts.some(({ id }) => id === sandboxAccountId)) return;
    await insertSandboxKeys(tx);
  });
}

async function insertAccount(tx: Transaction<Tables>): Promise<void> {
  const keys = await findAccountKeys(tx);
  if (keys === undefined) throw new Error('The sandbox needs the extended public keys first.');
  const random = makeRandom(seed);
  await tx
    .insertInto('accounts')
    .values({
      account_id: sandboxAccountId,
      name: 'Sandbox',
      created_at: momentAt(random, firstWalletAt - 60_000),
    })
    .execute();
  const wallets = await insertWallets(tx, random);
  const postings = wallets.flatMap((wallet) => walletHistory(random, wallet));
  const refunds = makeRefunds(random, wallets, keys);
  await postAll(tx, [...postings, ...refunds.postings].sort(byTime));
  await tx.insertInto('refunds').values(refunds.rows).execute();
}

async function insertWallets(tx: Transaction<Tables>, random: Random): Promise<PlacedWallet[]> {
  const described = sandboxWallets();
  const step = (sandboxNow - firstWalletAt) / described.length;
  const wallets: PlacedWallet[] = [];
  for (const network of walletNetworks) {
    const places = described.flatMap((wallet, i) => (wallet.network === network ? [{ wallet, i }] : []));
    const addresses = await takeAddresses(tx, network, places.length);
    for (const [n, { wallet, i }] of places.entries()) {
      const derived = addresses[n];
      if (derived === undefined) throw new Error('An address is missing.');
      const createdAt = momentAt(random, firstWalletAt + Math.floor((i + random.fraction() * 0.9) * step));
      wallets.push({ ...wallet, ...derived, createdAt });
    }
  }
  await tx
    .insertInto('wallets')
    .values(
      wallets.map((wallet) => ({
        address: wallet.address,
        account_id: sandboxAccountId,
        network: wallet.network,
        type: wallet.type,
        name: wallet.name,
        status: wallet.status,
        chain_index: wallet.chainIndex,
        created_at: wallet.createdAt,
        deleted_at: null,
      })),
    )
    .execute();
  const count = (network: WalletNetwork) => wallets.filter((wallet) => wallet.network === network).length;
  await tx
    .insertInto('wallet_counts')
    .values(
      walletNetworks.map((network) => ({ account_id: sandboxAccountId, network, wallets: count(network) })),
    )
    .execute();
  return wallets;
}

/** Deposits that were sent back, from one to three on some wallets. */
function makeRefunds(random: Random, wallets: readonly PlacedWallet[], keys: AccountKeys) {
  const rows: RefundsTable[] = [];
  const postings: Posting[] = [];
  const busy = wallets.filter(({ size }) => size !== 'empty' && size !== 'dust');
  const every = Math.floor(busy.length / walletsWithRefunds);
  for (const [n, wallet] of busy
    .filter((_, i) => i % every === 0)
    .slice(0, walletsWithRefunds)
    .entries()) {
    const { network } = wallet;
    for (let k = 0; k <= n % 3; k += 1) {
      const currency = random.pick([networks[network].nativeCurrency, ...currenciesOf(network)]);
      const amount = sandboxAmount(random, network, currency, 'small');
      const depositId = `${network === 'eth' || network === 'bnb' ? '0x' : ''}${random.hex(64)}`;
      const movement = { accountId: sandboxAccountId, currency, amount, reference: depositId };
      const [receivedAt, returnedAt] = laterMoments(random, wallet.createdAt, 2);
      if (receivedAt === undefined || returnedAt === undefined) throw new Error('A moment is missing.');
      postings.push(
        { ...deposit(wallet, movement), postingId: `post_${random.hex(24)}`, createdAt: receivedAt },
        { ...withdraw(wallet, movement), postingId: `post_${random.hex(24)}`, createdAt: returnedAt },
      );
      rows.push({
        refund_transaction_id: firstRefundId + rows.length * 97,
        account_id: sandboxAccountId,
        wallet_address: wallet.address,
        currency,
        amount,
        deposit_transaction_id: depositId,
        refund_wallet: deriveAddress(network, keys[network], firstOutsideIndex + rows.length),
        created_at: returnedAt,
      });
    }
  }
  return { rows, postings };
}

function byTime(a: Posting, b: Posting): number {
  const [first = '', second = ''] = [a.createdAt, b.createdAt];
  return first < second ? -1 : Number(first > second);
}
