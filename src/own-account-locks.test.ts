import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testDatabaseKind } from '#database/testing.ts';
import { inTransaction } from '#database/transaction.ts';
import { decimal } from '#domain/decimal.ts';
import { createAuditLog } from './gateway/audit-log/audit-log.ts';
import { newEntry } from './gateway/audit-log/testing-audit-log.ts';
import { insertAccount } from './service/keys/accounts.store.ts';
import { setUpService } from './service/testing.ts';
import { receiveDeposit } from './service/testing-deposits.ts';
import { createWallet } from './service/wallets/create-wallet.ts';
import { createRequest } from './service/withdrawals/create-withdrawal.ts';

const service = setUpService();

/** Resolves with whether all of it ended within the time. */
async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const late = new Promise<false>((resolve) => void setTimeout(() => resolve(false), ms));
  return await Promise.race([work.then(() => true), late]);
}

// PGlite has one connection, on which nothing can be held while something else is written.
describe.runIf(testDatabaseKind === 'postgres')(
  'while an account’s counts and the end of its activity log are locked',
  () => {
    it('deposits, withdrawals and log entries of other accounts don’t wait, and its own do', async () => {
      const { db } = service;
      const auditLog = createAuditLog(db);
      const prepare = async (accountId: string) => {
        const address = await createWallet(db, accountId, { name: 'Wallet', network: 'trx', type: 'user' });
        if (address === undefined) throw new Error('No wallet was made.');
        const wallet = { network: 'trx', address } as const;
        const movement = { currency: 'USDT', amount: decimal('1000') } as const;
        let serial = 0;
        const order = () => ({
          external_id: `order-${(serial += 1)}`,
          amount: decimal('10'),
          fee_included: true,
          currency: 'USDT' as const,
          network: 'trx' as const,
          sender: 'user' as const,
          sender_wallet: address,
          recipient_wallet: 'TRecipientOfThisTest',
          comment: null,
        });
        return {
          deposit: async () => await receiveDeposit(db, accountId, wallet, movement),
          withdraw: async () => await createRequest(db, accountId, order(), 3_600),
          record: async () => await auditLog.append(accountId, [newEntry()]),
        };
      };
      const held = await prepare(service.accountId);
      const other = await prepare(await insertAccount(db, 'Other'));
      for (const account of [held, other]) {
        await account.deposit();
        await account.withdraw();
        await account.record();
      }
      let waiting: Promise<unknown>[] = [];
      await inTransaction(db, async (tx) => {
        for (const table of ['transaction_counts', 'withdrawal_counts', 'audit_log_heads']) {
          await sql`
          select * from ${sql.table(table)} where account_id = ${service.accountId} for update`.execute(tx);
        }
        expect(
          await endsWithin(20_000, Promise.all([other.deposit(), other.withdraw(), other.record()])),
        ).toBe(true);
        waiting = [held.deposit(), held.withdraw(), held.record()];
        for (const write of waiting) expect(await endsWithin(200, write)).toBe(false);
      });
      await Promise.all(waiting);
    });
  },
);
