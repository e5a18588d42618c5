import { sql, type Kysely } from 'kysely';
import type { Operation, QueryOf, RowOf } from '#contract/operation.ts';
import type { ReadDataOf } from '#contract/read-answer.ts';
import { parseResponse } from '#contract/parse-response.ts';
import { getUserBalances, sharedPoolKey } from '#contract/wallet-service/balances.ts';
import { listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { getWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { add, negate } from '#domain/arithmetic.ts';
import { type Decimal, isZero, ZERO } from '#domain/decimal.ts';
import {
  currenciesOf,
  type Currency,
  type Network,
  walletNetworks,
  withdrawalNetworks,
} from '#domain/networks.ts';
import { debitOf } from '#domain/withdrawal-amounts.ts';
import type { Tables } from '#database/tables.ts';
import { poolNetwork } from '../ledger/ledger-accounts.ts';
import { listLedgerBalances } from './ledger-balances.store.ts';
import { exchangeLabel } from '../withdrawals/withdrawals.store.ts';

/** Sends a GET to the wallet service and returns the status and the very characters of the answer. */
export type Get = (path: string) => Promise<{ status: number; text: string }>;

/** `user eth ETH available` → amount. Every leaf that must be published is there, zero included. */
export type Leaves = Record<string, Decimal>;

type Wallets = Map<string, { type: string }>;

/** What `GET /user-balances` publishes. */
export async function toBalancesResponse(get: Get): Promise<Leaves> {
  const { balances } = await read(get, getUserBalances, {});
  const leaves: Leaves = {};
  for (const [type, networks] of Object.entries(balances)) {
    for (const [network, currencies] of Object.entries(networks)) {
      for (const [currency, leaf] of Object.entries(currencies)) {
        for (const [field, amount] of Object.entries(leaf)) {
          if (amount !== undefined) leaves[`${type} ${network} ${currency} ${field}`] = amount;
        }
      }
    }
  }
  return leaves;
}

/** What the service says is on hold and paid for AML checks; zeros are left out. */
export async function heldAndPaid(db: Kysely<Tables>, accountId: string): Promise<Leaves> {
  const found = await listLedgerBalances(db, accountId);
  const leaves = found.flatMap(({ type, network, currency, on_hold: held, aml_fees_paid: paid }) => [
    [`${type} ${network} ${currency} on hold for withdrawals`, held.withdrawals] as const,
    [`${type} ${network} ${currency} on hold for AML checks`, held.aml_checks] as const,
    [`${type} ${network} ${currency} paid for AML checks`, paid] as const,
  ]);
  return Object.fromEntries(leaves.filter(([, amount]) => !isZero(amount)));
}

/**
 * What the balances must be, and what must be on hold and paid for AML checks, rolled forward from zero: every row of the service's lists, and
 * from the ledger only the movements that are in no list (AML check fees, collections and settlements).
 */
export async function rollForward(
  get: Get,
  db: Kysely<Tables>,
  accountId: string,
): Promise<{ balances: Leaves; heldAndPaid: Leaves }> {
  const balances = emptyLeaves();
  const others: Leaves = {};
  const deleted = new Map<string, Decimal>();
  const wallets: Wallets = new Map(
    (await readAll(get, listWallets, {})).map(({ address, type }) => [address, { type }]),
  );

  const change = (key: string, amount: Decimal) => {
    const before = balances[key];
    if (before === undefined) throw new Error(`No balance is published for ${key}.`);
    balances[key] = add(before, amount);
  };
  const changeWallet = (address: string, network: string, currency: string, amount: Decimal) => {
    const type = wallets.get(address)?.type;
    if (type === undefined) {
      // A wallet that was deleted since: what it received must have left it again.
      deleted.set(`${address} ${currency}`, add(deleted.get(`${address} ${currency}`) ?? ZERO, amount));
    } else if (type === 'accounting' && poolOf(network, currency) === sharedPoolKey) {
      change(`accounting ${sharedPoolKey} ${currency} blockchain`, amount);
    } else {
      change(`${type} ${network} ${currency} available`, amount);
    }
  };
  const changePool = (network: string, currency: string, amount: Decimal) =>
    change(`accounting ${poolOf(network, currency)} ${currency} available`, amount);
  const changeSender = (sender: string, network: string, currency: string, amount: Decimal) =>
    sender === exchangeLabel
      ? changePool(network, currency, amount)
      : changeWallet(sender, network, currency, amount);
  /** Deducts it from the available amount, for something that is listed separately. */
  const listSeparately = (
    sender: string,
    network: string,
    currency: string,
    what: string,
    amount: Decimal,
  ) => {
    const type = sender === exchangeLabel ? 'accounting' : wallets.get(sender)?.type;
    const place = type === 'accounting' ? poolOf(network, currency) : network;
    const key = `${type} ${place} ${currency} ${what}`;
    others[key] = add(others[key] ?? ZERO, amount);
    changeSender(sender, network, currency, negate(amount));
  };

  for (const row of await readAll(get, listTransactions, { status: 'completed' })) {
    const { network, currency, amount, fee } = row;
    if (row.direction === 'in') changeWallet(row.recipient_wallet, network, currency, amount);
    else changeSender(row.sender_wallet, network, currency, negate(add(amount, fee)));
  }
  for (const row of await readAll(get, listExchangeTransactions, { status: 'completed' })) {
    changePool(row.network_from, row.currency_from, negate(row.amount_from));
    changePool(row.network_to, row.currency_to, row.amount_to);
  }
  for (const status of ['new', 'processing'] as const) {
    for (const { request_id } of await readAll(get, listWithdrawalRequests, { status })) {
      const { data } = await read(get, getWithdrawalRequest, { request_id });
      const { amount, fee, fee_included = false, sender_wallet, network, currency } = data;
      listSeparately(
        sender_wallet,
        network,
        currency,
        'on hold for withdrawals',
        debitOf({ amount, fee, fee_included }),
      );
    }
  }
  for (const { kind, network, address, currency, amount } of await listLedgerOnly(db, accountId)) {
    switch (kind) {
      case 'aml_fee':
        listSeparately(address, network, currency, 'paid for AML checks', amount);
        break;
      case 'aml_hold':
        listSeparately(address, network, currency, 'on hold for AML checks', amount);
        break;
      case 'collection':
        changeWallet(address, network, currency, negate(amount));
        if (poolOf(network, currency) === sharedPoolKey) {
          change(`accounting ${sharedPoolKey} ${currency} transit`, amount);
        } else {
          changePool(network, currency, amount);
        }
        break;
      case 'settlement':
        change(`accounting ${network} ${currency} transit`, negate(amount));
        change(`accounting ${network} ${currency} available`, amount);
    }
  }
  for (const [place, left] of deleted) {
    if (!isZero(left)) throw new Error(`${place}: the wallet was deleted and ${left} is left.`);
  }
  return { balances, heldAndPaid: others };
}

type LedgerOnly = {
  kind: 'aml_fee' | 'aml_hold' | 'collection' | 'settlement';
  network: string;
  /** Empty for settlements. */
  address: string;
  currency: string;
  amount: Decimal;
};

/** The movements that aren’t transactions, exchanges or withdrawals; amounts are above zero. */
async function listLedgerOnly(db: Kysely<Tables>, accountId: string): Promise<LedgerOnly[]> {
  const { rows } = await sql<LedgerOnly>`
    select p.kind, a.network, coalesce(a.wallet_address, '') as address, a.currency, -e.amount as amount
    from ledger_postings p
    join ledger_entries e using (posting_id)
    join ledger_accounts a using (ledger_account_id)
    where p.account_id = ${accountId} and p.kind in ('aml_fee', 'collection', 'settlement') and e.amount < 0
    union all
    select 'aml_hold', a.network, a.wallet_address, a.currency, sum(e.amount)
    from ledger_postings p
    join ledger_entries e using (posting_id)
    join ledger_accounts a using (ledger_account_id)
    join aml_checks c on c.uid = p.reference
    where p.account_id = ${accountId} and a.kind = 'hold'
    group by c.uid, a.network, a.wallet_address, a.currency
    having sum(e.amount) <> 0`.execute(db);
  return rows;
}

function poolOf(network: string, currency: string): string {
  return poolNetwork(network as Network, currency as Currency);
}

function emptyLeaves(): Leaves {
  const leaves: Leaves = {};
  for (const network of walletNetworks) {
    for (const currency of currenciesOf(network)) leaves[`user ${network} ${currency} available`] = ZERO;
  }
  for (const network of withdrawalNetworks) {
    for (const currency of currenciesOf(network)) {
      leaves[`accounting ${poolNetwork(network, currency)} ${currency} available`] = ZERO;
    }
  }
  for (const field of ['transit', 'blockchain']) leaves[`accounting ${sharedPoolKey} USDT ${field}`] = ZERO;
  return leaves;
}

async function read<O extends Operation>(
  get: Get,
  operation: O,
  query: Partial<QueryOf<O>>,
): Promise<ReadDataOf<O>> {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  const { status, text } = await get(`${operation.path}?${parameters.toString()}`);
  const answer = parseResponse(operation, status, text, { query });
  if (!answer.ok) throw new Error(`${operation.id}: ${answer.message}`);
  return answer.data;
}

/** Every row of a list, page by page. */
async function readAll<O extends Operation>(
  get: Get,
  operation: O,
  query: Partial<QueryOf<O>>,
): Promise<RowOf<O>[]> {
  const limit = 300;
  const all: RowOf<O>[] = [];
  for (let offset = 0; ; offset += limit) {
    const data = await read(get, operation, { ...query, limit, offset } as Partial<QueryOf<O>>);
    const { rows } = data as { rows: { isWhole: boolean; value: RowOf<O> }[] };
    for (const { isWhole, value } of rows) {
      if (!isWhole) throw new Error(`${operation.id}: a row cannot be read.`);
      all.push(value);
    }
    if (rows.length < limit) return all;
  }
}
