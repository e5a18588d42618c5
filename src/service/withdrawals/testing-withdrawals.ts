import type { Kysely } from 'kysely';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { compare, sum } from '#domain/arithmetic.ts';
import { decimal } from '#domain/decimal.ts';
import { deriveAddress } from '#domain/hd.ts';
import { type Currency, isWalletNetwork, type Network, type WalletNetwork } from '#domain/networks.ts';
import { instantFromDate } from '#domain/time.ts';
import { debitOf } from '#domain/withdrawal-amounts.ts';
import type { Tables } from '#database/tables.ts';
import { runOnce } from '#jobs/testing-jobs.ts';
import { sandboxAccountKeys } from '../addresses/sandbox-phrase.ts';
import type { Chain } from '../chain/chain.ts';
import { verifyLedger } from '../ledger/ledger-verify.ts';
import { poolHold, poolNetwork, walletHold, type WalletRef } from '../ledger/ledger-accounts.ts';
import { collect, settle } from '../ledger/movements.ts';
import type { Answer, TestService } from '../testing.ts';
import type { Job } from '#jobs/job.ts';

const outsiders = new Map<string, string>();

/** Somebody's address, and of nobody in this service. Thousands of requests go to the same few. */
export function outsider(network: Network, index = 0): string {
  if (network === 'sol') return 'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy';
  const known = outsiders.get(`${network}/${index}`);
  if (known !== undefined) return known;
  const address = deriveAddress(network, sandboxAccountKeys[network], 1_000_000 + index);
  outsiders.set(`${network}/${index}`, address);
  return address;
}

let orders = 0;

/** A body that is right except for the funds: 100 USDT on Tron, out of the pool. */
export function order(changes: Record<string, unknown> = {}): Record<string, unknown> {
  orders += 1;
  return {
    amount: '100',
    network: 'trx',
    currency: 'USDT',
    sender: 'exchange',
    external_id: `order-${orders}`,
    recipient_wallet: outsider('trx'),
    ...changes,
  };
}

/** The withdrawal operations, as a caller uses them. */
export function withdrawals(service: TestService) {
  const path = '/withdrawal-request';
  const create = async (body: Record<string, unknown>) => await service.call('POST', path, { body });
  return {
    create,
    created: async (body: Record<string, unknown>) => requestOf(await create(body)),
    find: async (id: string) => await service.call('GET', `${path}?request_id=${id}`),
    found: async (id: string) => requestOf(await service.call('GET', `${path}?request_id=${id}`)),
    remove: async (id: string) => await service.call('DELETE', path, { body: { request_id: id } }),
    list: async (query = '') => await service.call('GET', `/withdrawal-requests${query}`),

    /** A personal wallet of the account with so much on it. */
    funded: async (network: WalletNetwork, currency: Currency, amount: string): Promise<WalletRef> => {
      const wallet = await service.wallet(network);
      await service.fund(wallet, currency, amount);
      return wallet;
    },

    /** Fills the pool by way of an `accounting` wallet, as it is filled. */
    fillPool: async (network: WalletNetwork, currency: Currency, amount: string): Promise<void> => {
      const wallet = await service.wallet(network, 'accounting');
      await service.fund(wallet, currency, amount);
      const movement = { accountId: service.accountId, currency, amount: decimal(amount) };
      await service.post(collect(wallet, movement));
      if (poolNetwork(network, currency) !== network) await service.post(settle(network, movement));
    },
  };
}

export function requestOf(answer: Answer): WithdrawalDetail {
  if (answer.status !== 200) throw new Error(`Answered ${answer.status}: ${answer.text}`);
  return (answer.body as { data: { data: WithdrawalDetail } }).data.data;
}

/** Checks what must always hold for the books, requests, counts and payments, and describes every violation. */
export async function findFaults(db: Kysely<Tables>): Promise<string[]> {
  const faults = (await verifyLedger(db)).differences;
  const requests = await db.selectFrom('withdrawal_requests').selectAll().execute();
  const listed = requests.filter((request) => request.deleted_at === null);

  const open = listed.filter(({ status }) => status === 'new' || status === 'processing');
  const holds = await db.selectFrom('ledger_accounts').selectAll().where('kind', '=', 'hold').execute();
  const expected = new Map<string, typeof open>();
  for (const request of open) {
    const { network, sender_wallet: address, currency } = request;
    const hold =
      address !== null && isWalletNetwork(network)
        ? walletHold({ network, address }, currency)
        : poolHold(request.account_id, network, currency);
    expected.set(hold.id, [...(expected.get(hold.id) ?? []), request]);
  }
  for (const { ledger_account_id: id, balance } of holds) {
    const held = sum((expected.get(id) ?? []).map(debitOf));
    if (balance === null || compare(balance, held) !== 0)
      faults.push(`${id} holds ${balance}, open: ${held}`);
  }

  const counts = await db.selectFrom('withdrawal_counts').selectAll().where('grain', '=', 'month').execute();
  const counted = counts.reduce((total, { rows }) => total + rows, 0);
  if (counted !== listed.length) faults.push(`${counted} requests are counted, ${listed.length} are there`);

  const sent = await db.selectFrom('sandbox_chain_payments').selectAll().execute();
  const paid = new Map<string, number>();
  for (const { signed } of sent) {
    const { reference } = JSON.parse(signed) as { reference: string };
    paid.set(reference, (paid.get(reference) ?? 0) + 1);
  }
  for (const [reference, times] of paid) if (times > 1) faults.push(`${reference} was sent ${times} times`);
  for (const request of requests) {
    const { request_id: id, status } = request;
    const mustNot = request.deleted_at !== null || status === 'new' || status === 'rejected';
    if (mustNot && paid.has(id)) faults.push(`${id} is ${status} and was sent`);
    if (status === 'completed' && !paid.has(id)) faults.push(`${id} is completed and was never sent`);
  }
  return faults;
}

/** Every pause, every lease and every attempt to send is over. */
export async function letTimePass(db: Kysely<Tables>): Promise<void> {
  const longAgo = instantFromDate(new Date(0));
  await db.updateTable('sends_in_flight').set({ ends_at: longAgo }).where('ends_at', '>', longAgo).execute();
  await db
    .updateTable('payments')
    .set({ send_ends_at: longAgo })
    .where('send_ends_at', '>', longAgo)
    .execute();
  await db
    .updateTable('recipient_locks')
    .set({ closed_until: null })
    .where('closed_until', 'is not', null)
    .execute();
  await db
    .updateTable('withdrawal_requests')
    .set({ next_step_at: longAgo })
    .where('next_step_at', 'is not', null)
    .execute();
}

/** Lets time pass and does what there is to do, so many times; by then every request should be finished. */
export async function workThrough(db: Kysely<Tables>, job: Job, rounds = 4): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await letTimePass(db);
    while (await runOnce(job));
  }
}

/** Calls the hook at each border of a step, when the worker might end. */
export function watchedChain(chain: Chain, onBorder: (name: string) => Promise<void>): Chain {
  const watch =
    <Argument, Result>(name: string, call: (argument: Argument) => Promise<Result>) =>
    async (argument: Argument): Promise<Result> => {
      await onBorder(`before ${name}`);
      const result = await call(argument);
      await onBorder(`after ${name}`);
      return result;
    };
  return {
    sign: watch('signing', chain.sign),
    send: async (payment, signal) =>
      await watch('sending', async () => await chain.send(payment, signal))(undefined),
    state: watch('asking', chain.state),
  };
}
