import { sql, type Kysely, type Transaction } from 'kysely';
import { walletNetworks, type WalletNetwork } from '#domain/networks.ts';
import { recordOf } from '#domain/record-of.ts';
import type { Instant } from '#domain/time.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Tables } from '#database/tables.ts';
import { takeAddresses, type DerivedAddress } from '../addresses/address-chains.ts';
import { now as presentMoment } from '#domain/clock.ts';
import { makeSandboxData } from './sandbox-data.ts';
import { insertSandboxKeys, sandboxAccountId } from './sandbox-keys.ts';
import type { SandboxSize } from './sandbox-size.ts';
import { sandboxWallets } from './sandbox-wallets.ts';
import { writeSandbox } from './write-sandbox.ts';

type Options = {
  /** When the year of the data ends. */
  now?: Instant;
  size?: SandboxSize;
  /** Called before an empty database is filled, which takes a while. */
  onFill?: () => void;
};

/**
 * Fills an empty database with an account as an operator knows it after a year, which ends now; except for its moments
 * the same at every first start. A database with accounts keeps its data and gets only the sandbox's keys back, if it
 * is the sandbox's: returns whether it is. Give it a database that `prepareAddresses` has prepared.
 */
export async function seedSandbox(
  db: Kysely<Tables>,
  { now = presentMoment(), size = 'year', onFill }: Options = {},
): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    const accounts = await tx.selectFrom('accounts').select('account_id as id').execute();
    if (accounts.length === 0) {
      onFill?.();
      await insertAccount(tx, now, size);
    } else if (!accounts.some(({ id }) => id === sandboxAccountId)) return false;
    await insertSandboxKeys(tx);
    return true;
  });
}

async function insertAccount(tx: Transaction<Tables>, now: Instant, size: SandboxSize): Promise<void> {
  const addresses = await takeWalletAddresses(tx);
  await writeSandbox(tx, makeSandboxData({ addresses, now, size }));
  // Planned as for empty tables, a sum of the year would take seconds until the database looks by itself.
  await sql`analyze`.execute(tx);
}

async function takeWalletAddresses(
  tx: Transaction<Tables>,
): Promise<Record<WalletNetwork, DerivedAddress[]>> {
  const addresses = recordOf(walletNetworks, (): DerivedAddress[] => []);
  const wallets = sandboxWallets(0);
  for (const network of walletNetworks) {
    const count = wallets.filter((wallet) => wallet.network === network).length;
    addresses[network] = await takeAddresses(tx, network, count);
  }
  return addresses;
}
