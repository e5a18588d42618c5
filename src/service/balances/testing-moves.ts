import * as fc from 'fast-check';
import { now } from '#domain/clock.ts';
import { decimal, type Decimal, ZERO } from '#domain/decimal.ts';
import {
  currenciesOf,
  isWalletNetwork,
  type Currency,
  decimalsOf,
  type Network,
  walletNetworks,
  withdrawalNetworks,
} from '#domain/networks.ts';
import { inTransaction } from '#database/transaction.ts';
import { runOnce } from '#jobs/testing-jobs.ts';
import { amlJob } from '../aml/checks/aml.job.ts';
import { evmAddress, evmHash } from '../aml/testing-aml.ts';
import { sandboxChain } from '../chain/sandbox-chain.ts';
import { postExchange } from '../exchanges/post-exchange.ts';
import { timeId } from '../ids.ts';
import { InsufficientFundsError, postEntries } from '../ledger/ledger.ts';
import { poolAccount, type WalletRef } from '../ledger/ledger-accounts.ts';
import { collect, deposit, settle } from '../ledger/movements.ts';
import type { TestService } from '../testing.ts';
import { insertTransactions } from '../transactions/transactions.store.ts';
import { order, outsider, withdrawals, workThrough } from '../withdrawals/testing-withdrawals.ts';
import { withdrawalsJob } from '../withdrawals/withdrawals.job.ts';

type Place = { network: Network; currency: Currency };

const places: Place[] = withdrawalNetworks.flatMap((network) =>
  currenciesOf(network).map((currency) => ({ network, currency })),
);
const walletPlaces = places.filter(({ network }) => isWalletNetwork(network));
const anyPlace = fc.constantFrom(...places);
const anyWalletRef = fc.constantFrom(...walletPlaces);
/** An amount with as many decimals as the currency has, as a share of what a test moves. */
const anyDigits = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }));

function amountOf({ network, currency }: Place, [whole, fraction]: [number, bigint]): Decimal {
  const decimals = decimalsOf(network, currency) ?? 0;
  return decimal(`${whole}.${String(fraction).padStart(18, '0').slice(0, decimals)}`);
}

const anyWithdrawal = fc.record({
  kind: fc.constant('withdraw' as const),
  place: anyPlace,
  digits: anyDigits,
  sender: fc.constantFrom('user' as const, 'exchange' as const),
  isOwnRecipient: fc.boolean(),
  isFeeIncluded: fc.boolean(),
});

/** Any movement of funds that the service makes, or tries to. */
export const anyMove = fc.oneof(
  fc.record({
    kind: fc.constant('deposit' as const),
    place: anyWalletRef,
    digits: anyDigits,
    type: fc.constantFrom('user' as const, 'accounting' as const),
    status: fc.constantFrom(
      'completed' as const,
      'completed' as const,
      'in_progress' as const,
      'error' as const,
    ),
  }),
  fc.record({ kind: fc.constant('collect' as const), place: anyWalletRef, digits: anyDigits }),
  fc.record({ kind: fc.constant('settle' as const), digits: anyDigits }),
  fc.record({
    kind: fc.constant('exchange' as const),
    place: anyPlace,
    to: anyPlace,
    digits: anyDigits,
  }),
  anyWithdrawal,
  anyWithdrawal,
  anyWithdrawal,
  fc.record({ kind: fc.constant('delete' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('work' as const) }),
  fc.record({
    kind: fc.constant('check' as const),
    network: fc.constantFrom('trx' as const, 'eth' as const, 'bnb' as const),
    type: fc.constantFrom('user' as const, 'accounting' as const),
    isAsync: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('report' as const) }),
);
export type Move = typeof anyMove extends fc.Arbitrary<infer T> ? T : never;

/** Brings funds everywhere. Only exchanges bring any to Solana, which has no wallets. */
export const fillEverything: Move[] = [
  ...walletPlaces.flatMap((place): Move[] => [
    { kind: 'deposit', place, type: 'user', status: 'completed', digits: [300, 1n] },
    { kind: 'deposit', place, type: 'accounting', status: 'completed', digits: [300, 1n] },
    { kind: 'collect', place, digits: [200, 0n] },
  ]),
  { kind: 'settle', digits: [150, 1n] },
  ...currenciesOf('sol').map((currency): Move => {
    const to = { network: 'sol', currency } as const;
    return { kind: 'exchange', place: { network: 'bnb', currency: 'USDC' }, to, digits: [50, 7n] };
  }),
];

/** Makes movements on a service with empty books, with two wallets on each network. */
export async function startMoves(service: TestService) {
  const { create, remove } = withdrawals(service);
  const { db } = service;
  await db.insertInto('aml_allowances').values({ account_id: service.accountId, checks_left: 0 }).execute();
  const chain = sandboxChain(db, { confirmAfterMs: 0, refusedShare: 0.15, failedShare: 0.15 });
  const owned = new Map<string, WalletRef>();
  for (const network of walletNetworks) {
    for (const type of ['user', 'accounting'] as const) {
      owned.set(`${type} ${network}`, await service.wallet(network, type));
    }
  }
  const walletOf = (type: 'user' | 'accounting', network: Network): WalletRef => {
    const wallet = owned.get(`${type} ${network}`);
    if (wallet === undefined) throw new Error(`There is no ${type} wallet on ${network}.`);
    return wallet;
  };
  const requests: string[] = [];
  /** What has happened at least once: what the sequences were made for. */
  const seen = new Set<string>();
  const statuses = new Set<number>();
  let hashes = 0;

  const play = async (move: Move): Promise<void> => {
    const { accountId } = service;
    switch (move.kind) {
      case 'deposit': {
        const { place, type, status } = move;
        const { network, currency } = place;
        if (!isWalletNetwork(network)) return;
        const wallet = walletOf(type, network);
        const createdAt = now();
        const transactionId = timeId('tx', createdAt);
        const amount = amountOf(place, move.digits);
        hashes += 1;
        const hash = evmHash(hashes);
        await inTransaction(db, async (tx) => {
          if (status === 'completed') {
            await postEntries(tx, deposit(wallet, { accountId, currency, amount, reference: transactionId }));
          }
          await insertTransactions(tx, [
            {
              transaction_id: transactionId,
              account_id: accountId,
              network,
              direction: 'in',
              status,
              currency,
              amount,
              fee: ZERO,
              sender_wallet: outsider(network, 3),
              recipient_wallet: wallet.address,
              hash,
              created_at: createdAt,
            },
          ]);
        });
        return;
      }
      case 'collect': {
        const { currency } = move.place;
        const amount = amountOf(move.place, move.digits);
        return await service.post(
          collect(walletOf('accounting', move.place.network), { accountId, currency, amount }),
        );
      }
      case 'settle': {
        const amount = amountOf({ network: 'trx', currency: 'USDT' }, move.digits);
        return await service.post(settle('trx', { accountId, currency: 'USDT', amount }));
      }
      case 'exchange': {
        const { place, to } = move;
        if (
          poolAccount(accountId, place.network, place.currency).id ===
          poolAccount(accountId, to.network, to.currency).id
        ) {
          return;
        }
        await inTransaction(db, async (tx) => {
          await postExchange(tx, {
            accountId,
            from: { ...place, amount: amountOf(place, move.digits) },
            to,
            rate: decimal('1.2345678'),
            feeShare: decimal('0.0025'),
            createdAt: now(),
          });
        });
        return;
      }
      case 'withdraw': {
        const { place, sender, isOwnRecipient, isFeeIncluded } = move;
        const { network, currency } = place;
        if (!isWalletNetwork(network) && sender === 'user') return;
        const answer = await create(
          order({
            network,
            currency,
            amount: amountOf(place, move.digits),
            fee_included: isFeeIncluded,
            sender,
            ...(sender === 'user' && { sender_wallet: walletOf('user', network).address }),
            recipient_wallet:
              isOwnRecipient && isWalletNetwork(network)
                ? walletOf('accounting', network).address
                : outsider(network),
          }),
        );
        statuses.add(answer.status);
        if (answer.status === 200) seen.add(`${network} paid by ${sender}`);
        const id = /wd_[0-9a-f]{24}/.exec(answer.text)?.[0];
        if (answer.status === 200 && id !== undefined) requests.push(id);
        return;
      }
      case 'delete': {
        const id = requests[move.which % Math.max(1, requests.length)];
        if (id !== undefined) await remove(id);
        return;
      }
      case 'work':
        return await workThrough(db, withdrawalsJob({ db, chain }), 1);
      case 'check': {
        const { address } = walletOf(move.type, move.network);
        const body = { value: evmAddress(7), network: 'eth', address, async: move.isAsync };
        const answer = await service.call('POST', '/aml-report', { body });
        statuses.add(answer.status);
        if (answer.status === 200) seen.add(`check paid by ${move.type}`);
        return;
      }
      case 'report':
        await runOnce(amlJob(db));
    }
  };

  return {
    /** Makes a movement; one that lacks funds changes nothing. */
    play: async (move: Move): Promise<void> => {
      await play(move).then(
        () => seen.add(move.kind),
        (error: unknown) => {
          // What is not there cannot be moved: nothing was written.
          if (!(error instanceof InsufficientFundsError)) throw error;
        },
      );
    },
    seen,
    statuses,
  };
}
