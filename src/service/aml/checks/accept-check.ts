import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { decimalsOf, networks } from '#domain/networks.ts';
import { ZERO, type Decimal } from '#domain/decimal.ts';
import type { Instant } from '#domain/time.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Tables } from '#database/tables.ts';
import { ServiceError } from '#http/service-error.ts';
import { now } from '#domain/clock.ts';
import { InsufficientFundsError, postEntries, WalletGoneError } from '../../ledger/ledger.ts';
import { hold } from '../../ledger/movements.ts';
import { storedAddress } from '../../wallets/wallet-address.ts';
import type { Subject } from '../screening/screen.ts';
import { takeCheck } from './allowances.store.ts';
import { amlFeeCurrency } from './aml-fees.store.ts';
import { insertCheck, type Lease } from './checks.store.ts';
import { findSetting } from './settings.store.ts';

export type CheckRequest = {
  accountId: string;
  subject: Subject;
  /** The wallet that pays where the account has no check left, as the caller spells it. */
  payer: string | undefined;
  isAsync: boolean;
  /** When the worker claims it: an asynchronous check to screen it, any other to return what it reserved. */
  nextStepAt: Instant;
};

/**
 * Reserves what the check costs, one of the account's checks or the fee on the paying wallet, and writes it down: from
 * here on a worker finishes it, whatever happens to this process. Throws the documented refusals.
 */
export async function acceptCheck(db: Kysely<Tables>, request: CheckRequest): Promise<Lease> {
  const { accountId, subject, isAsync, nextStepAt } = request;
  const uid = newUid();
  const attempts = isAsync ? 0 : 1;
  return await inTransaction(db, async (tx) => {
    const payment = (await takeCheck(tx, accountId))
      ? { payerAddress: null, fee: ZERO }
      : await holdFee(tx, request, uid);
    await insertCheck(tx, {
      uid,
      account_id: accountId,
      network: subject.network,
      value: subject.value,
      subject: subject.kind,
      is_async: isAsync,
      payer_address: payment.payerAddress,
      fee: payment.fee,
      status: 'pending',
      attempts,
      report: null,
      method_version: null,
      failure: null,
      created_at: now(),
      completed_at: null,
      next_step_at: nextStepAt,
    });
    return { uid, attempts };
  });
}

/** 41 lowercase hexadecimal characters. */
function newUid(): string {
  return randomBytes(21).toString('hex').slice(0, 41);
}

async function holdFee(
  tx: Transaction<Tables>,
  { accountId, payer }: CheckRequest,
  uid: string,
): Promise<{ payerAddress: string; fee: Decimal }> {
  if (payer === undefined) throw refusal('No AML checks are available and no address is provided');
  const wallet = await tx
    .selectFrom('wallets')
    .select(['address', 'network', 'status'])
    .where('address', '=', storedAddress(payer))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (wallet === undefined) throw cannotPay('the account has no wallet with this address');
  if (decimalsOf(wallet.network, amlFeeCurrency) === undefined) {
    throw cannotPay(`there is no ${amlFeeCurrency} on ${networks[wallet.network].name}`);
  }
  if (wallet.status === 'blocked') throw cannotPay('it is blocked');
  const fee = await findSetting(tx, 'fee_usdt');
  try {
    await postEntries(tx, hold(wallet, { accountId, currency: amlFeeCurrency, amount: fee, reference: uid }));
  } catch (error) {
    if (error instanceof InsufficientFundsError) {
      throw cannotPay(
        `it holds ${error.balance} ${amlFeeCurrency}, and a check costs ${fee} ${amlFeeCurrency}`,
      );
    }
    if (error instanceof WalletGoneError) throw cannotPay('the account has no wallet with this address');
    throw error;
  }
  return { payerAddress: wallet.address, fee };
}

function cannotPay(why: string): ServiceError {
  return refusal(`The wallet does not support USDT payments for AML: ${why}`);
}

function refusal(message: string): ServiceError {
  return new ServiceError(400, message);
}
