import { add, compare } from '#domain/arithmetic.ts';
import { isZero, type Decimal } from '#domain/decimal.ts';
import { currenciesOf, withdrawalNetworks, type Currency, type Network } from '#domain/networks.ts';
import { addMs, type Instant } from '#domain/time.ts';
import { debitOf, receivedOf } from '#domain/withdrawal-amounts.ts';
import type { TransactionsTable, WithdrawalRequestsTable } from '#database/history-tables.ts';
import { sandboxPayment } from '../../chain/sandbox-chain.ts';
import { timeId } from '../../ids.ts';
import type { Posting } from '../../ledger/ledger.ts';
import {
  poolAccount,
  poolHold,
  walletAccount,
  walletHold,
  type LedgerAccount,
} from '../../ledger/ledger-accounts.ts';
import * as movements from '../../ledger/movements.ts';
import { defaultFeeRule } from '../../withdrawals/withdrawal-fees.ts';
import { senderLabel, untouchedSince } from '../../withdrawals/withdrawals.store.ts';
import { externalId, requestComment } from '../request-labels.ts';
import { sandboxAccountId } from '../sandbox-keys.ts';
import type { Holder } from './holders.ts';
import { labelSource } from '../world/entities.ts';
import { findPayee, findPayer } from './payouts.ts';
import { later, type Scene, shareOf, writePosting, writeTransaction } from './scene.ts';

type Status = WithdrawalRequestsTable['status'];

const secondMs = 1_000;
const tries = 8;
/** Which part of all requests pays from the exchange pool. */
const poolShare = 0.38;

type Source = {
  network: Network;
  currency: Currency;
  amount: Decimal;
  fee: Decimal;
  recipient: string;
  /** The personal wallet that pays; undefined: the pool. */
  holder: Holder | undefined;
};

/** A withdrawal is requested, and ends with `status`. */
export function requestWithdrawal(scene: Scene, status: Status): boolean {
  const { random } = scene;
  const source = random.chance(poolShare) ? findPool(scene) : findWallet(scene);
  if (source === undefined) return false;
  const { network, currency, amount, fee, holder } = source;
  const createdAt = scene.moment;
  const requestId = timeId('wd', createdAt, random.hex(11));
  const isFeeIncluded = random.chance(0.7);
  const row: WithdrawalRequestsTable = {
    request_id: requestId,
    account_id: sandboxAccountId,
    external_id: externalId(random, scene.diary.requests.length, createdAt),
    amount,
    fee,
    fee_included: isFeeIncluded,
    currency,
    network,
    sender: holder ? 'user' : 'exchange',
    sender_wallet: holder?.address ?? null,
    recipient_wallet: source.recipient,
    comment: requestComment(random, holder?.name),
    status,
    ...untouchedSince(createdAt),
    next_step_at: null,
  };
  scene.diary.requests.push(row);
  const from = holder ? walletAccount(holder, currency) : poolAccount(sandboxAccountId, network, currency);
  const debit = debitOf(row);
  scene.holdings.spend(from, debit);
  const movement = { accountId: sandboxAccountId, currency, amount: debit, reference: requestId };
  writePosting(scene, holder ? movements.hold(holder, movement) : movements.holdOfPool(network, movement));
  const giveBack = (at: Instant): void => {
    const released = holder
      ? movements.release(holder, movement)
      : movements.releaseToPool(network, movement);
    writePosting(scene, released, at);
    scene.holdings.receiveLater(from, debit);
  };
  carryOn(scene, row, holder, giveBack);
  return true;
}

function carryOn(
  scene: Scene,
  row: WithdrawalRequestsTable,
  holder: Holder | undefined,
  giveBack: (at: Instant) => void,
): void {
  const { random, calendar } = scene;
  const begun = secondMs * random.magnitude(5, 900);
  const begunAt = later(scene, begun);
  switch (row.status) {
    case 'new':
      // Some wait for hours: the worker begins them when their time has come.
      row.next_step_at = addMs(
        scene.moment,
        calendar.end - calendar.at(scene.place) + secondMs * random.magnitude(90, 40_000),
      );
      return;
    case 'rejected':
      row.updated_at = begunAt;
      Object.assign(row, rejectionOf(scene, row));
      giveBack(begunAt);
      return;
    case 'processing':
      row.updated_at = begunAt;
      row.next_step_at = addMs(
        scene.moment,
        calendar.end - calendar.at(scene.place) + secondMs * random.magnitude(20, 2_400),
      );
      send(scene, row, begunAt, 'in_progress');
      return;
    case 'completed':
    case 'error': {
      const isPaid = row.status === 'completed';
      const endedAt = later(scene, begun + secondMs * random.magnitude(15, 3_600));
      row.updated_at = endedAt;
      send(scene, row, begunAt, isPaid ? 'completed' : 'error');
      if (isPaid) writePosting(scene, paidPosting(row, holder), endedAt);
      else giveBack(endedAt);
      if (!isPaid) {
        row.reason_code = 'network_failure';
        row.reason = 'The network didn’t execute the payment.';
      }
    }
  }
}

/** The payment is signed and sent, and known by its hash from here on. */
function send(
  scene: Scene,
  row: WithdrawalRequestsTable,
  at: Instant,
  status: TransactionsTable['status'],
): void {
  const { network, currency, fee, recipient_wallet: recipient, sender_wallet: sender } = row;
  const amount = receivedOf(row);
  const order = { reference: row.request_id, network, currency, amount, sender, recipient };
  const { hash, signed } = sandboxPayment(order, scene.random.hex(32));
  const transaction = writeTransaction(scene, {
    network,
    direction: 'out',
    status,
    currency,
    amount,
    fee,
    sender_wallet: senderLabel(row),
    recipient_wallet: recipient,
    hash,
    createdAt: at,
  });
  scene.diary.payments.push({
    request_id: row.request_id,
    network,
    hash,
    signed,
    signed_at: at,
    send_ends_at: at,
  });
  row.hash = hash;
  row.transaction_id = transaction.transaction_id;
  row.transaction_status = ({ in_progress: 'pending', completed: 'confirmed', error: 'failed' } as const)[
    status
  ];
}

function paidPosting(row: WithdrawalRequestsTable, holder: Holder | undefined): Posting {
  const { network, currency, fee, request_id: reference } = row;
  const hold: LedgerAccount = holder
    ? walletHold(holder, currency)
    : poolHold(sandboxAccountId, network, currency);
  const amount = receivedOf(row);
  return movements.payOut(hold, network, { accountId: sandboxAccountId, currency, amount, fee, reference });
}

/** Every other one had a recipient that the worker refuses to pay. */
function rejectionOf(
  scene: Scene,
  row: WithdrawalRequestsTable,
): Pick<WithdrawalRequestsTable, 'reason' | 'reason_code'> {
  const banned = scene.world.labelled.find(
    ({ network, entity }) => network === row.network && entity.category === 'sanctions',
  );
  if (banned === undefined || scene.random.chance(0.5)) {
    return {
      reason_code: 'signing_refused',
      reason: 'The sandbox chain refuses a small share of all payments.',
    };
  }
  row.recipient_wallet = banned.address;
  return {
    reason_code: 'sanctions',
    reason: `The recipient is sanctioned: ${banned.entity.name} (${labelSource}).`,
  };
}

function findWallet(scene: Scene): Source | undefined {
  const payer = findPayer(scene, 'minimum');
  const recipient = payer && findPayee(scene, payer.holder);
  if (payer === undefined || recipient === undefined) return undefined;
  return { ...payer, network: payer.holder.network, recipient };
}

function findPool(scene: Scene): Source | undefined {
  const { random, holdings, world } = scene;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const network = random.weighted(withdrawalNetworks, () => 1);
    if (network === undefined) continue;
    const currency = random.weighted(currenciesOf(network), () => 1);
    const rule = currency && defaultFeeRule(network, currency);
    if (currency === undefined || rule === undefined) continue;
    const available = holdings.of(poolAccount(sandboxAccountId, network, currency));
    if (isZero(available)) continue;
    const share = random.magnitude(0.004, 0.2);
    const amount = shareOf(scene, { network, currency, available }, share, rule.minimum);
    if (amount === undefined || compare(add(amount, rule.fee), available) > 0) continue;
    const recipient = random.weighted(world.outsidersOn(network), () => 1);
    if (recipient === undefined) continue;
    return { network, currency, amount, fee: rule.fee, recipient, holder: undefined };
  }
  return undefined;
}
