import { sql, type Kysely } from 'kysely';
import { add, compare } from '#domain/arithmetic.ts';
import { type Decimal, ZERO } from '#domain/decimal.ts';
import { isWalletNetwork } from '#domain/networks.ts';
import type { WithdrawalRequestsTable } from '#database/history-tables.ts';
import type { Tables } from '#database/tables.ts';
import { toDate } from '#domain/time.ts';
import { ServiceError } from '#http/service-error.ts';
import { now } from '#domain/clock.ts';
import { poolAccount, walletAccount } from '../../ledger/ledger-accounts.ts';
import { createRequest } from '../../withdrawals/create-withdrawal.ts';
import { getFeeRule } from '../../withdrawals/withdrawal-fees.ts';
import type { Random } from '../random.ts';
import { externalId, requestComment } from '../request-labels.ts';
import { amountWorth } from '../sandbox-amounts.ts';
import { sandboxAccountId } from '../sandbox-keys.ts';
import { dollarsToday } from '../year/prices.ts';
import { isSeeded } from './seeded-wallets.ts';

/** Among so many of the newest requests one is looked for that is made again. */
const newest = 200;
const longestDelaySeconds = 60;

type Pattern = Pick<
  WithdrawalRequestsTable,
  'network' | 'currency' | 'sender' | 'sender_wallet' | 'recipient_wallet'
>;

/** A customer withdraws again to an earlier recipient of the account. Uses seeded wallets only. */
export async function requestSome(db: Kysely<Tables>, random: Random): Promise<void> {
  const { rows } = await sql<Pattern>`
    select network, currency, sender, sender_wallet, recipient_wallet from withdrawal_requests r
    where account_id = ${sandboxAccountId} and status = 'completed' and deleted_at is null
      and not exists (
        select from wallets w
        where w.address in (r.sender_wallet, r.recipient_wallet) and not ${isSeeded('w')}
      )
    order by request_id desc limit ${newest}`.execute(db);
  const pattern = random.weighted(rows, () => 1);
  if (pattern === undefined) return;
  const { network, currency } = pattern;
  const available = await findAvailable(db, pattern);
  const { fee, minimum } = await getFeeRule(db, network, currency);
  const price = dollarsToday(currency);
  const dollars = Number(available) * price * random.magnitude(0.01, 0.3);
  const amount = amountWorth(random, network, currency, { dollars, price });
  if (compare(amount, minimum) < 0 || compare(add(amount, fee), available) > 0) return;
  const moment = now();
  const order = {
    ...pattern,
    external_id: externalId(random, Math.floor(toDate(moment).getTime() / 1000), moment),
    amount,
    fee_included: random.chance(0.7),
    comment: requestComment(random, undefined),
  };
  const delaySeconds = 1 + random.integer(longestDelaySeconds);
  try {
    await createRequest(db, sandboxAccountId, order, delaySeconds);
  } catch (error) {
    // Refusals that can happen to anyone, such as a wallet that was blocked in the meantime.
    if (!(error instanceof ServiceError)) throw error;
  }
}

async function findAvailable(
  db: Kysely<Tables>,
  { network, currency, sender_wallet: address }: Pattern,
): Promise<Decimal> {
  const account =
    address !== null && isWalletNetwork(network)
      ? walletAccount({ network, address }, currency)
      : poolAccount(sandboxAccountId, network, currency);
  const row = await db
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('ledger_account_id', '=', account.id)
    .executeTakeFirst();
  return row?.balance ?? ZERO;
}
