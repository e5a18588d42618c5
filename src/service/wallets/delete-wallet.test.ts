import { describe, expect, it } from 'vitest';
import { inTransaction } from '#database/transaction.ts';
import { decimal } from '#domain/decimal.ts';
import { sandboxChain } from '../chain/sandbox-chain.ts';
import { now } from '#domain/clock.ts';
import { timeId } from '../ids.ts';
import { insertAccount } from '../keys/accounts.store.ts';
import { verifyLedger } from '../ledger/ledger-verify.ts';
import { WalletGoneError } from '../ledger/ledger.ts';
import { hold, release, withdraw } from '../ledger/movements.ts';
import { fundsSender } from '../testing-deposits.ts';
import { failure, setUpService, success } from '../testing.ts';
import { insertTransactions, setTransactionStatus } from '../transactions/transactions.store.ts';
import { findFaults, order, outsider, withdrawals, workThrough } from '../withdrawals/testing-withdrawals.ts';
import { withdrawalsJob } from '../withdrawals/withdrawals.job.ts';
import { createWallet } from './create-wallet.ts';
import { deleteWallet } from './delete-wallet.ts';

const service = setUpService();

const remove = async (address: string) => await service.call('DELETE', '/wallets', { body: { address } });
const movement = (amount: string) =>
  ({ accountId: service.accountId, currency: 'ETH', amount: decimal(amount) }) as const;

it('deletes an empty wallet: it leaves the list and the count', async () => {
  const { address } = await service.wallet('eth');
  expect(await remove(address)).toMatchObject({ status: 200, body: success({ result: 'success' }) });
  expect((await service.call('GET', '/wallets')).body).toMatchObject({ data: { count: 0, wallets: [] } });
  expect(await remove(address)).toMatchObject({
    status: 404,
    body: failure(404, 'not_found', 'Wallet not found'),
  });
  expect((await verifyLedger(service.db)).differences).toEqual([]);
});

it('deletes a wallet whose funds have all gone', async () => {
  const wallet = await service.wallet('eth');
  await service.fund(wallet, 'ETH', '0.5');
  await service.post(withdraw(wallet, movement('0.5')));
  expect(await remove(wallet.address.toLowerCase())).toMatchObject({ status: 200 });
});

describe('refuses', () => {
  it('a wallet with a balance, and names it to the last digit', async () => {
    const wallet = await service.wallet('eth');
    await service.fund(wallet, 'ETH', '0.000000000000000001');
    await service.fund(wallet, 'USDT', '12.5');
    const reason = 'it still holds 0.000000000000000001 ETH and 12.5 USDT';
    const answer = await remove(wallet.address);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      failure(400, 'request', `The wallet can’t be deleted: ${reason}`, { address: reason }),
    );
  });

  it('a wallet with a pending withdrawal, until what it held is released and gone', async () => {
    const wallet = await service.wallet('eth');
    await service.fund(wallet, 'ETH', '2');
    await service.post(hold(wallet, movement('2')));
    expect((await remove(wallet.address)).body).toMatchObject({
      code: '400',
      error_code: 'request',
      data: { address: 'it has a pending withdrawal that holds 2 ETH' },
    });
    await service.post(release(wallet, movement('2')));
    await service.post(withdraw(wallet, movement('2')));
    expect(await remove(wallet.address)).toMatchObject({ status: 200 });
  });

  it('a wallet with both, and names both', async () => {
    const wallet = await service.wallet('eth');
    await service.fund(wallet, 'ETH', '2');
    await service.post(hold(wallet, movement('0.5')));
    expect((await remove(wallet.address)).body).toMatchObject({
      data: { address: 'it still holds 1.5 ETH and it has a pending withdrawal that holds 0.5 ETH' },
    });
  });

  it.each([
    ['address', {}, 'required field'],
    ['address', { address: '' }, 'Enter an address (up to 128 characters).'],
    ['address', { address: ['T'] }, 'must be text'],
    ['force', { address: 'T', force: true }, 'unknown field'],
  ])('a bad %s', async (field, body, rule) => {
    const answer = await service.call('DELETE', '/wallets', { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      failure(400, 'request', `Validation failed: ${field}: ${rule}`, { [field]: rule }),
    );
  });

  it('a request without a body', async () => {
    const answer = await service.call('DELETE', '/wallets');
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'request' } });
  });
});

const refusal = (reason: string) => ({
  status: 400,
  body: { error_code: 'request', data: { address: reason } },
});

describe('refuses a wallet that funds are on their way to', () => {
  const { create, created, fillPool, found, remove: removeRequest } = withdrawals(service);
  const toWallet = async (address: string) =>
    await created(order({ network: 'bnb', recipient_wallet: address, amount: '50' }));

  it('by an open withdrawal, until that has ended or was deleted', async () => {
    await fillPool('bnb', 'USDT', '100');
    const { address } = await service.wallet('bnb');
    const { request_id } = await toWallet(address);
    expect(await remove(address)).toMatchObject(refusal('it is about to receive an open withdrawal'));
    await removeRequest(request_id);
    expect(await remove(address)).toMatchObject({ status: 200 });

    const other = await service.wallet('bnb');
    const paid = await toWallet(other.address);
    const chain = sandboxChain(service.db, { confirmAfterMs: 60_000, refusedShare: 0 });
    await workThrough(service.db, withdrawalsJob({ db: service.db, chain }));
    expect(await found(paid.request_id)).toMatchObject({ transaction_status: 'pending' });
    expect(await remove(other.address)).toMatchObject(refusal('it is about to receive an open withdrawal'));
  });

  it('by an open withdrawal of another account', async () => {
    await fillPool('bnb', 'USDT', '100');
    const accountId = await insertAccount(service.db, 'Another account');
    const wallet = { name: 'Theirs', network: 'bnb', type: 'user' } as const;
    const address = (await createWallet(service.db, accountId, wallet)) ?? '';
    await toWallet(address);
    expect(await deleteWallet(service.db, accountId, address)).toEqual({
      outcome: 'refused',
      reason: 'it is about to receive an open withdrawal',
    });
  });

  it('by a deposit in progress, until that is settled', async () => {
    const { address } = await service.wallet('bnb');
    const at = now();
    const transaction_id = timeId('tx', at);
    await inTransaction(service.db, async (tx) => {
      await insertTransactions(tx, [
        {
          transaction_id,
          account_id: service.accountId,
          network: 'bnb',
          direction: 'in',
          status: 'in_progress',
          currency: 'USDT',
          amount: decimal('5'),
          fee: decimal('0'),
          sender_wallet: outsider('bnb'),
          recipient_wallet: address,
          hash: '0x1',
          created_at: at,
        },
      ]);
    });
    expect(await remove(address)).toMatchObject(refusal('it is about to receive a deposit in progress'));
    await inTransaction(service.db, async (tx) => await setTransactionStatus(tx, transaction_id, 'error'));
    expect(await remove(address)).toMatchObject({ status: 200 });
  });

  it('by a simultaneous request: one of the two is refused, and no payment is lost', async () => {
    await fillPool('bnb', 'USDT', '1000');
    const outcomes = new Set<string>();
    for (let i = 0; i < 20; i += 1) {
      const { address } = await service.wallet('bnb');
      const body = order({ network: 'bnb', recipient_wallet: address, amount: '10' });
      const ask = [async () => await create(body), async () => await remove(address)];
      if (i % 2 === 0) ask.reverse();
      const answers = await Promise.all(ask.map(async (one) => await one()));
      outcomes.add(
        answers
          .map(({ status }) => status)
          .sort((a, b) => a - b)
          .join(),
      );
      const wrong = answers.find(({ status }) => status === 400);
      expect(wrong?.text).toMatch(
        /is about to receive an open withdrawal|belonged to a wallet that was deleted/,
      );
    }
    expect([...outcomes]).toEqual(['200,400']);
    const chain = sandboxChain(service.db, { confirmAfterMs: 0, refusedShare: 0, failedShare: 0 });
    await workThrough(service.db, withdrawalsJob({ db: service.db, chain }));
    const paid = await service.db
      .selectFrom('transactions')
      .select('direction')
      .where('sender_wallet', '<>', fundsSender)
      .execute();
    const count = (way: string) => paid.filter(({ direction }) => direction === way).length;
    expect(count('in')).toBe(count('out'));
    expect(await findFaults(service.db)).toEqual([]);
  });
});

it('lets a deposit and a deletion that meet never both happen', async () => {
  for (let i = 0; i < 20; i += 1) {
    const wallet = await service.wallet('eth');
    const [deposited, deleted] = await Promise.allSettled([
      service.fund(wallet, 'ETH', '1'),
      remove(wallet.address),
    ]);
    const isDeleted = deleted.status === 'fulfilled' && deleted.value.status === 200;
    const isRefused = deposited.status === 'rejected' && deposited.reason instanceof WalletGoneError;
    expect({ isDeleted, isDeposited: deposited.status === 'fulfilled' }).toEqual({
      isDeleted: isRefused,
      isDeposited: !isRefused,
    });
  }
  expect((await verifyLedger(service.db)).differences).toEqual([]);
});

it('deletes a wallet once when two ask for it at once', async () => {
  const { address } = await service.wallet('eth');
  const answers = await Promise.all([remove(address), remove(address), remove(address)]);
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404, 404]);
  expect((await verifyLedger(service.db)).differences).toEqual([]);
});

it('lets nothing move to a deleted wallet', async () => {
  const wallet = await service.wallet('eth');
  await remove(wallet.address);
  await expect(service.fund(wallet, 'ETH', '1')).rejects.toThrow(WalletGoneError);
});
