// A sandbox of its own for the test of closing: its ledger is checked before it starts, and a deposit can be seen late.
// Run by `closing.spec.ts` as a process.
import { parseConfig } from '../src/config.ts';
import { openForked } from './forked-process.ts';
import { decimal, ZERO } from '../src/domain/decimal.ts';
import type { Instant } from '../src/domain/time.ts';
import { inTransaction } from '../src/database/transaction.ts';
import { timeId } from '../src/service/ids.ts';
import { checkRound } from '../src/service/ledger/ledger-check.ts';
import { postEntries } from '../src/service/ledger/ledger.ts';
import { deposit } from '../src/service/ledger/movements.ts';
import { sandboxAccountId } from '../src/service/sandbox/sandbox-keys.ts';
import { insertTransactions } from '../src/service/transactions/transactions.store.ts';

/** A deposit was created at the moment, and is booked now. */
export type LateDeposit = { created: Instant };

const { db, serve } = await openForked(parseConfig(process.env));

for (const scope of ['current', 'history'] as const) await checkRound(db, scope);

async function seeLate({ created }: LateDeposit): Promise<string> {
  const { address, network } = await db
    .selectFrom('wallets')
    .select(['address', 'network'])
    .where('account_id', '=', sandboxAccountId)
    .where('network', '=', 'trx')
    .where('type', '=', 'user')
    .where('deleted_at', 'is', null)
    .orderBy('address')
    .limit(1)
    .executeTakeFirstOrThrow();
  const reference = timeId('tx', created);
  const movement = {
    accountId: sandboxAccountId,
    currency: 'USDT',
    amount: decimal('12.5'),
    reference,
  } as const;
  await inTransaction(db, async (tx) => {
    await postEntries(tx, deposit({ network, address }, movement));
    await insertTransactions(tx, [
      {
        transaction_id: reference,
        account_id: sandboxAccountId,
        network,
        direction: 'in',
        status: 'completed',
        currency: 'USDT',
        amount: movement.amount,
        fee: ZERO,
        sender_wallet: 'outside',
        recipient_wallet: address,
        hash: 'ab'.repeat(32),
        created_at: created,
      },
    ]);
  });
  return reference;
}

await serve<LateDeposit>({ answer: async (request) => ({ reference: await seeLate(request) }) });
