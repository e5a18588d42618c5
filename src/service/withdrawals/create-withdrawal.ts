import { formatAmount } from '#domain/format.ts';
import type { Kysely, Transaction } from 'kysely';
import { compare } from '#domain/arithmetic.ts';
import { describeRejection } from '#domain/aml/rejection.ts';
import { networks } from '#domain/networks.ts';
import { debitOf } from '#domain/withdrawal-amounts.ts';
import { findStandingRejection, guardIsolation, lockRecipient } from '#database/recipient-guard.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import { now } from '#domain/clock.ts';
import { timeId } from '../ids.ts';
import { isSameOrder, type WithdrawalOrder } from './check-withdrawal.ts';
import { addMs } from '#domain/time.ts';
import { getFeeRule, type FeeRule } from './withdrawal-fees.ts';
import { holdFunds, WithdrawalNotCoveredError } from './withdrawal-funds.ts';
import {
  countRequest,
  findByExternalId,
  insertRequest,
  untouchedSince,
  type WithdrawalRow,
} from './withdrawals.store.ts';

/**
 * Makes the request and holds what it pays, both or neither. The same order with the same external id is the
 * first request again, as it is now; which of two at once is the first, the table's constraint decides.
 * Throws the ServiceError that refuses the order.
 */
export async function createRequest(
  db: Kysely<Tables>,
  accountId: string,
  order: WithdrawalOrder,
  delaySeconds: number,
): Promise<WithdrawalRow> {
  const create = async (tx: Transaction<Tables>): Promise<WithdrawalRow> => {
    // Looked for first, so that a repeated order is not measured by what has changed since it was made.
    const earlier = await findByExternalId(tx, accountId, order.external_id);
    if (earlier !== undefined) return repeated(earlier, order);

    await checkSenderWallet(tx, accountId, order);
    await checkRecipient(tx, accountId, order);
    const rule = await getFeeRule(tx, order.network, order.currency);
    checkAmount(order, rule);

    const row = newRow(accountId, order, rule, delaySeconds);
    if (!(await insertRequest(tx, row))) {
      const first = await findByExternalId(tx, accountId, order.external_id);
      if (first === undefined) throw new Error('A request that holds its external id is gone.');
      return repeated(first, order);
    }
    await holdFunds(tx, row).catch((error: unknown) => {
      throw error instanceof WithdrawalNotCoveredError ? notCovered(row, error) : error;
    });
    await countRequest(tx, row);
    return row;
  };
  return await inTransaction(db, create, guardIsolation);
}

function repeated(first: WithdrawalRow, order: WithdrawalOrder): WithdrawalRow {
  if (first.deleted_at !== null) {
    throw validationError({ external_id: 'This reference belongs to a deleted withdrawal. Use a new one.' });
  }
  if (!isSameOrder(first, order)) {
    throw validationError({
      external_id: `This reference belongs to withdrawal ${first.request_id}, which has other details. Use a new one.`,
    });
  }
  return first;
}

const accountingReason =
  'An accounting wallet can’t pay a withdrawal, because its deposits are verified first. Use a personal wallet or the exchange pool.';

async function checkSenderWallet(
  tx: Transaction<Tables>,
  accountId: string,
  { network, sender_wallet: address }: WithdrawalOrder,
): Promise<void> {
  if (address === null) return;
  const wallet = await tx
    .selectFrom('wallets')
    .select(['network', 'status', 'type'])
    .where('address', '=', address)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    // Neither blocked nor deleted before the funds are held.
    .forShare()
    .executeTakeFirst();
  if (wallet === undefined) {
    throw validationError({ sender_wallet: 'This isn’t one of your wallets.' });
  }
  if (wallet.network !== network) {
    const [theirs, asked] = [networks[wallet.network].name, networks[network].name];
    throw validationError({ sender_wallet: `This wallet is on ${theirs}, not on ${asked}.` });
  }
  if (wallet.type === 'accounting') throw refusedField('sender_wallet', accountingReason);
  if (wallet.status === 'blocked') throw validationError({ sender_wallet: 'This wallet is blocked.' });
}

async function checkRecipient(
  tx: Transaction<Tables>,
  accountId: string,
  { network, recipient_wallet: address }: WithdrawalOrder,
): Promise<void> {
  const own = await tx
    .selectFrom('wallets')
    .select(['network', 'deleted_at'])
    .where('address', '=', address)
    // Not deleted before the request is there, which then keeps it from being deleted.
    .forShare()
    .executeTakeFirst();
  if (own?.network === network && own.deleted_at !== null) {
    throw refusedField(
      'recipient_wallet',
      'This address belonged to a wallet that was deleted, so nobody would get the funds. Use another address.',
    );
  }
  const recipient = { accountId, network, address };
  await lockRecipient(tx, recipient, 'share');
  const rejection = await findStandingRejection(tx, recipient);
  if (rejection !== undefined) throw refusedField('recipient_wallet', describeRejection(rejection));
}

function refusedField(field: 'sender_wallet' | 'recipient_wallet', reason: string): ServiceError {
  return new ServiceError(400, reason, { data: { [field]: reason } });
}

function checkAmount({ amount, currency, network, fee_included }: WithdrawalOrder, rule: FeeRule): void {
  const { fee, minimum } = rule;
  const place = `${currency} on ${networks[network].name}`;
  if (compare(amount, minimum) < 0) {
    throw new ServiceError(400, 'The amount is below the minimum', {
      data: { amount: `Enter at least ${formatAmount(minimum)}, the minimum for ${place}.` },
    });
  }
  if (fee_included && compare(amount, fee) <= 0) {
    throw new ServiceError(400, 'The amount must be greater than the fee', {
      data: { amount: `Enter more than ${formatAmount(fee)}, the fee that is deducted on ${place}.` },
    });
  }
}

function notCovered(row: WithdrawalRow, { available }: WithdrawalNotCoveredError): ServiceError {
  const { amount, fee, fee_included, currency } = row;
  const parts = fee_included ? '' : ` (${formatAmount(amount)} plus the fee of ${formatAmount(fee)})`;
  return new ServiceError(400, 'Insufficient funds', {
    data: {
      amount: `Not enough funds: ${formatAmount(debitOf(row))} ${currency}${parts} needed, ${formatAmount(available)} ${currency} available.`,
    },
  });
}

function newRow(
  accountId: string,
  order: WithdrawalOrder,
  { fee }: FeeRule,
  delaySeconds: number,
): WithdrawalRow {
  const createdAt = now();
  return {
    ...order,
    request_id: timeId('wd', createdAt),
    account_id: accountId,
    fee,
    status: 'new',
    ...untouchedSince(createdAt),
    next_step_at: addMs(createdAt, delaySeconds * 1000),
  };
}
