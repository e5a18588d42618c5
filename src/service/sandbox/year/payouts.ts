import { add, compare } from '#domain/arithmetic.ts';
import { isZero, ZERO, type Decimal } from '#domain/decimal.ts';
import type { Currency } from '#domain/networks.ts';
import { walletAccount } from '../../ledger/ledger-accounts.ts';
import { deposit, payOut, withdraw } from '../../ledger/movements.ts';
import { defaultFeeRule } from '../../withdrawals/withdrawal-fees.ts';
import { newHash } from '../chain-facts.ts';
import { sandboxAccountId } from '../sandbox-keys.ts';
import { habitOf, type Holder } from './holders.ts';
import { isOpen, type Scene, shareOf, writePosting, writeTransaction } from './scene.ts';

const failedShare = 0.015;
const tries = 8;

export type Payable = { holder: Holder; currency: Currency; amount: Decimal; fee: Decimal };

/** A personal wallet that can pay, and about how much it would; undefined where none was found. */
export function findPayer(scene: Scene, leastOf: 'fee' | 'minimum'): Payable | undefined {
  const { random, holders, holdings } = scene;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const holder = random.weighted(holders, (each) =>
      isOpen(each, scene) && each.status !== 'blocked' ? habitOf(each).payouts : 0,
    );
    const currency =
      holder &&
      random.weighted(holder.currencies, (each) =>
        isZero(holdings.of(walletAccount(holder, each))) ? 0 : 1,
      );
    if (holder === undefined || currency === undefined) continue;
    const rule = defaultFeeRule(holder.network, currency);
    if (rule === undefined) continue;
    const available = holdings.of(walletAccount(holder, currency));
    const share = random.chance(0.06) ? 0.9 : random.magnitude(0.02, 0.55);
    const least = leastOf === 'fee' ? rule.fee : rule.minimum;
    const amount = shareOf(scene, { network: holder.network, currency, available }, share, least);
    if (amount === undefined || compare(add(amount, rule.fee), available) > 0) continue;
    return { holder, currency, amount, fee: rule.fee };
  }
  return undefined;
}

/** Whom a wallet pays: those who paid it, and services that they use. */
export function findPayee(scene: Scene, { customers, services }: Holder): string | undefined {
  const { random } = scene;
  const payees = random.chance(0.65) ? customers : services;
  return random.weighted<{ address: string }>(payees, () => 1)?.address;
}

/** The owner of a personal wallet makes a payment. */
export function pay(scene: Scene): boolean {
  const { random, holdings } = scene;
  const payer = findPayer(scene, 'fee');
  const payee = payer && findPayee(scene, payer.holder);
  if (payer === undefined || payee === undefined) return false;
  const { holder, currency, amount, fee } = payer;
  const status = random.chance(failedShare) ? 'error' : 'completed';
  const { transaction_id: reference } = writeTransaction(scene, {
    network: holder.network,
    direction: 'out',
    status,
    currency,
    amount,
    fee,
    sender_wallet: holder.address,
    recipient_wallet: payee,
  });
  if (status === 'error') return true;
  const from = walletAccount(holder, currency);
  holdings.spend(from, add(amount, fee));
  const movement = { accountId: sandboxAccountId, currency, amount, fee, reference };
  writePosting(scene, payOut(from, holder.network, movement));
  return true;
}

/** From one personal wallet of the account to another: two transactions of one hash. */
export function moveBetweenWallets(scene: Scene): boolean {
  const { random, holdings, holders } = scene;
  const payer = findPayer(scene, 'fee');
  if (payer === undefined) return false;
  const { holder, currency, amount, fee } = payer;
  const { network } = holder;
  const recipient = random.weighted(holders, (each) => {
    const isSuited = each.network === network && each.type === 'user' && each !== holder;
    return isSuited && isOpen(each, scene) && each.currencies.includes(currency) ? habitOf(each).deposits : 0;
  });
  if (recipient === undefined) return false;
  const facts = {
    network,
    status: 'completed',
    currency,
    amount,
    sender_wallet: holder.address,
    recipient_wallet: recipient.address,
    hash: newHash(random, network),
  } as const;
  const sent = writeTransaction(scene, { ...facts, direction: 'out', fee });
  const received = writeTransaction(scene, { ...facts, direction: 'in', fee: ZERO });
  const movement = { accountId: sandboxAccountId, currency, amount };
  const from = walletAccount(holder, currency);
  writePosting(scene, payOut(from, network, { ...movement, fee, reference: sent.transaction_id }));
  writePosting(scene, deposit(recipient, { ...movement, reference: received.transaction_id }));
  holdings.spend(from, add(amount, fee));
  holdings.receive(walletAccount(recipient, currency), amount);
  return true;
}

/** A wallet that is given up is emptied to the last digit. */
export function payEverything(scene: Scene, holder: Holder): void {
  for (const currency of holder.currencies) {
    const from = walletAccount(holder, currency);
    const amount = scene.holdings.of(from);
    const payee = findPayee(scene, holder) ?? holder.customers[0]?.address;
    if (isZero(amount) || payee === undefined) continue;
    const { transaction_id: reference } = writeTransaction(scene, {
      network: holder.network,
      direction: 'out',
      status: 'completed',
      currency,
      amount,
      fee: ZERO,
      sender_wallet: holder.address,
      recipient_wallet: payee,
    });
    writePosting(scene, withdraw(holder, { accountId: sandboxAccountId, currency, amount, reference }));
    scene.holdings.spend(from, amount);
  }
}
