import { randomBytes } from 'node:crypto';
import { beforeEach } from 'vitest';
import type { ClosedPeriod, ClosedPeriods } from '#contract/gateway/closed-periods.ts';
import type { ClosingChecks, LateBooking } from '#contract/gateway/closing.ts';
import type { LedgerCheck } from '#contract/gateway/ledger-check.ts';
import { useTestDatabase } from '#database/testing.ts';
import { inTransaction } from '#database/transaction.ts';
import { decimal, ZERO } from '#domain/decimal.ts';
import { addMs, type Instant, parseTimestamp } from '#domain/time.ts';
import type { GatewayDeps } from './gateway/gateway-deps.ts';
import { makeTinyService, type RunningGateway, setUpGateways } from './gateway/testing/gateway-harness.ts';
import { addUser, type TestUser } from './gateway/users/testing-users.ts';
import { insertAccountKeys } from './service/addresses/address-chains.ts';
import { sandboxAccountKeys } from './service/addresses/sandbox-phrase.ts';
import { streamEntries } from './service/books/entries.store.ts';
import { readStatement } from './service/books/statement.store.ts';
import { insertAccount } from './service/keys/accounts.store.ts';
import { postEntries } from './service/ledger/ledger.ts';
import type { WalletRef } from './service/ledger/ledger-accounts.ts';
import { deposit, withdraw } from './service/ledger/movements.ts';
import { timeId } from './service/ids.ts';
import { insertTransactions } from './service/transactions/transactions.store.ts';
import { createWallet } from './service/wallets/create-wallet.ts';

/** `2026-01-31 23:58` in UTC. */
export function at(text: string): Instant {
  const read = parseTimestamp(`${text}:00.000000Z`);
  if (read === undefined) throw new RangeError(`“${text}” is no time.`);
  return read.instant;
}

export type Period = { from: Instant; to: Instant; time_zone: string };

/** A month in UTC: `2026-01`. */
export function month(text: string): Period {
  const next = new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5)), 1)).toISOString();
  return { from: at(`${text}-01 00:00`), to: at(`${next.slice(0, 10)} 00:00`), time_zone: 'UTC' };
}

const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('The gateway runs inside tests only.');
  return value;
};
const inQuery = ({ from, to, time_zone: zone }: Period) =>
  new URLSearchParams({ from, to, time_zone: zone }).toString();

type Movement = { amount: string; created: Instant; booked?: Instant; isOut?: boolean };

type Parsed<T> = { status: number; message: string | null; data: T };

export const closedPath = '/console/closed-periods';

/**
 * A gateway in front of a real ledger, whose account has one wallet. The clock of the gateway and what the ledger check
 * says are the test's.
 */
export function setUpClosing() {
  const database = useTestDatabase();
  const start = setUpGateways(database);
  const state = {
    accountId: '',
    wallet: { network: 'trx', address: '' } as WalletRef,
    now: at('2026-01-01 00:00'),
    check: {} as Omit<LedgerCheck, 'may_resume'>,
  };
  let gateway: RunningGateway | undefined;
  let finance: TestUser | undefined;

  const addFinance = async (given: Parameters<typeof addUser>[1] = {}) =>
    await addUser(database, {
      accountId: state.accountId,
      apiKey: 'good',
      roles: ['finance'],
      name: 'Daniel Okafor',
      ...given,
    });
  /** Begins again with another account. */
  const reset = async () => {
    const { db } = database;
    await insertAccountKeys(db, sandboxAccountKeys);
    state.accountId = await insertAccount(db, 'Account');
    const address = await createWallet(db, state.accountId, { name: 'Wallet', network: 'trx', type: 'user' });
    state.wallet = { network: 'trx', address: found(address) };
    state.now = at('2026-01-01 00:00');
    const tiny = makeTinyService('good');
    tiny.accounts.set('good', state.accountId);
    const provider: GatewayDeps['provider'] = {
      ...tiny,
      ledger: {
        ...tiny.ledger,
        readStatement: async (accountId, period, openingFrom) =>
          readStatement(db, accountId, period, openingFrom),
        streamEntries: (accountId, period, created) => streamEntries(db, accountId, period, created),
      },
      ledgerChecks: { ...tiny.ledgerChecks, read: async () => ({ ...faultless(), ...state.check }) },
    };
    state.check = {} as typeof state.check;
    // A moment later each time, as the real one.
    const now = () => (state.now = addMs(state.now, 1));
    gateway = await start({ provider, now });
    finance = await addFinance();
  };
  beforeEach(reset);

  const faultless = () => ({
    checked_at: state.now,
    history_checked_at: state.now,
    is_late: false,
    are_payments_stopped: false,
    fault_count: 0,
    faults: [],
  });

  const ask = async <T>(path: string, body?: object, by = found(finance)): Promise<Parsed<T>> => {
    const answer = await by.ask(found(gateway).address, path, body && { method: 'POST', body });
    const { data, error_message: message } = answer.json() as { data: T; error_message: string | null };
    return { status: answer.status, message, data };
  };
  const closing = {
    database,
    state,
    ask,
    addFinance,
    reset,
    /** A gateway in front of a remote provider. */
    startRemote: async (url: URL) => {
      const remote = await (await start({ provider: { kind: 'remote', url } })).open('good');
      return {
        get: async (path: string) => {
          const answer = await remote.get(path);
          const { data, error_message: message } = answer.json() as { data: unknown; error_message: unknown };
          return { status: answer.status, data, message };
        },
      };
    },
    /** A movement of the wallet with its transaction, which may be booked later than it was created. */
    move: async ({ amount, created, booked = created, isOut = false }: Movement): Promise<string> => {
      const { accountId, wallet } = state;
      const reference = timeId('tx', created, randomBytes(6).toString('hex').slice(0, 11));
      const movement = { accountId, currency: 'USDT' as const, amount: decimal(amount), reference };
      const posting = isOut ? withdraw(wallet, movement) : deposit(wallet, movement);
      await inTransaction(database.db, async (tx) => {
        await postEntries(tx, { ...posting, createdAt: booked });
        await insertTransactions(tx, [
          {
            transaction_id: reference,
            account_id: accountId,
            network: wallet.network,
            direction: isOut ? 'out' : 'in',
            status: 'completed',
            currency: 'USDT',
            amount: decimal(amount),
            fee: ZERO,
            sender_wallet: isOut ? wallet.address : 'outside',
            recipient_wallet: isOut ? 'outside' : wallet.address,
            hash: randomBytes(32).toString('hex'),
            created_at: created,
          },
        ]);
      });
      return reference;
    },
    books: async (query = ''): Promise<ClosedPeriods> =>
      (await ask<{ books: ClosedPeriods }>(`${closedPath}${query}`)).data.books,
    checks: async (period: Period) =>
      (await ask<{ checks: ClosingChecks }>(`${closedPath}/checks?${inQuery(period)}`)).data.checks,
    hash: async (period: Period) =>
      (await ask<{ entries: number; sha256: string }>(`${closedPath}/hash?${inQuery(period)}`)).data,
    /** Closes a period as the page does: what the hash says now is confirmed. */
    close: async (period: Period, by?: TestUser): Promise<Parsed<ClosedPeriod>> => {
      const { version } = await closing.books();
      const { sha256 } = await closing.hash(period);
      return await ask<ClosedPeriod>(closedPath, { ...period, version, sha256 }, by);
    },
    /** The same, where it must not be refused. */
    closed: async (period: Period): Promise<ClosedPeriod> => {
      const { status, message, data } = await closing.close(period);
      if (status !== 200) throw new Error(`${message}`);
      return data;
    },
    explain: async (id: string, postingIds: readonly string[], note = 'The node was down') =>
      await ask<{ explained: number }>(`${closedPath}/explanations`, { id, posting_ids: postingIds, note }),
    late: async (id: string) =>
      (await ask<{ count: number; bookings: LateBooking[] }>(`${closedPath}/late-bookings?id=${id}`)).data,
    verify: async (id: string) => (await ask<ClosedPeriod>(`${closedPath}/verify`, { id })).data,
    statement: async ({ from, to }: Period) =>
      (await readStatement(database.db, state.accountId, { from, to }))?.rows,
  };
  return closing;
}

/** A withdrawal sent to a provider for the first time at that moment, as the gateway keeps it. */
export function outcome(accountId: string, is: 'outcome_unknown' | 'confirmed', first: Instant) {
  const id = `out_${is}_${first}`;
  const isOpen = is === 'outcome_unknown';
  return {
    outcome_id: id,
    account_id: accountId,
    external_id: id,
    state: is,
    network: 'trx',
    currency: 'USDT',
    amount: decimal('1'),
    recipient_wallet: 'T',
    recipient_key: 'T',
    sender: 'user',
    sender_wallet: null,
    body_hash: id,
    key_name: null,
    key_fingerprint: 'none',
    via: 'session' as const,
    sealed_key: isOpen ? Buffer.from('sealed') : null,
    lease_version: 1,
    attempts: 1,
    first_attempt_at: first,
    last_attempt_at: first,
    request_id: isOpen ? null : id,
    response: null,
    refusal: null,
    unknown_since: isOpen ? first : null,
    unknown_because: null,
    checks: 0,
    checked_at: null,
    finding: null,
    next_at: isOpen ? first : null,
    note: null,
    handled_by: null,
    handled_at: null,
  };
}
