import { compare } from '#domain/arithmetic.ts';
import { ZERO } from '#domain/decimal.ts';
import { defaultSettings } from '../../aml/checks/settings.store.ts';
import { walletAccount, type WalletRef } from '../../ledger/ledger-accounts.ts';
import { hold, payAmlFee } from '../../ledger/movements.ts';
import { sandboxAccountId } from '../sandbox-keys.ts';
import type { CustomerStanding } from '../world/world.ts';
import { later, type PlannedCheck, type Scene, writePosting } from './scene.ts';

/** Which subject is next: compliance looks at the doubtful more often than at the rest. */
const rotation = [
  'clean',
  'risky',
  'clean',
  'mixed',
  'dirty',
  'clean',
  'wallet',
  'unknown',
  'mixed',
  'labelled',
  'distant',
  'dirty',
] as const satisfies readonly (CustomerStanding | 'labelled' | 'wallet')[];

/** How many of the newest deposits a subject is looked for in. */
const newest = 400;
/** The account had run out of checks for a while, and a wallet paid for each. */
const paidFrom = 28;
const paidUntil = 32;

/** A user checks a sender, a transaction or a wallet. */
export function askForCheck(scene: Scene, status: PlannedCheck['status'] = 'completed'): boolean {
  const { random, diary, moment } = scene;
  const number = diary.checks.length;
  const subject = chooseSubject(scene, rotation[number % rotation.length] ?? 'clean');
  if (subject === undefined) return false;
  // Only a report is paid for.
  const isPaid = status === 'completed' && number >= paidFrom && number < paidUntil;
  const payer = isPaid ? payForCheck(scene) : undefined;
  if (isPaid && payer === undefined) return false;
  const uid = payer?.uid ?? random.hex(41);
  diary.checks.push({
    ...subject,
    uid,
    status,
    isAsync: status !== 'completed' || random.chance(0.4),
    payer: payer?.wallet,
    fee: payer === undefined ? ZERO : defaultSettings.fee_usdt,
    createdAt: moment,
    completedAt: status === 'pending' ? null : later(scene, 1_000 * random.magnitude(0.3, 9)),
  });
  return true;
}

function payForCheck(scene: Scene): { uid: string; wallet: WalletRef } | undefined {
  const { random, holders, holdings } = scene;
  const amount = defaultSettings.fee_usdt;
  const wallet = random.weighted(holders, (holder) =>
    holder.type === 'user' &&
    holder.status === 'active' &&
    compare(holdings.of(walletAccount(holder, 'USDT')), amount) >= 0
      ? 1
      : 0,
  );
  if (wallet === undefined) return undefined;
  const uid = random.hex(41);
  const movement = { accountId: sandboxAccountId, currency: 'USDT', amount, reference: uid } as const;
  holdings.spend(walletAccount(wallet, 'USDT'), amount);
  writePosting(scene, hold(wallet, movement));
  writePosting(scene, payAmlFee(wallet, movement));
  return { uid, wallet: { network: wallet.network, address: wallet.address } };
}

function chooseSubject(
  scene: Scene,
  kind: (typeof rotation)[number],
): Pick<PlannedCheck, 'network' | 'value'> | undefined {
  const { random, diary, world, holders, place } = scene;
  if (kind === 'labelled') {
    const known = random.weighted(world.labelled, () => 1);
    return known && { network: known.network, value: known.address };
  }
  if (kind === 'wallet') {
    const used = holders.filter(({ from, size }) => from < place - 0.05 && size !== 'empty');
    const wallet = random.weighted(used, () => 1);
    return wallet && { network: wallet.network, value: wallet.address };
  }
  const payments = diary.customerPayments.slice(-newest);
  const found = payments.findLast(({ customer }) => customer.standing === kind) ?? payments.at(-1);
  if (found === undefined) return undefined;
  const value = random.chance(0.4) ? found.transactionHash : found.customer.address;
  return { network: found.customer.network, value };
}
