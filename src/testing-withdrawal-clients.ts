import { setTimeout as sleep } from 'node:timers/promises';
import { subtract, sum } from '#domain/arithmetic.ts';
import { type Decimal, ZERO } from '#domain/decimal.ts';
import { debitOf } from '#domain/withdrawal-amounts.ts';
import type { Database } from '#database/database.ts';
import { receiveDeposit } from './service/testing-deposits.ts';
import { outsider } from './service/withdrawals/testing-withdrawals.ts';

/** Longer than a server takes that works, so that a connection to one that doesn't is given up. */
const answerTimeoutMs = 15_000;
/** Until what got no final answer is sent again. */
const pauseMs = 500;
/** A careful program doesn't pile up payments that it knows nothing about. */
const mostUnsettled = 3;

type Answer = { status: number; data: Record<string, unknown> };

/** Undefined if no response came, or only a part of it: then nothing was acknowledged. */
async function call(
  address: string,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer | undefined> {
  try {
    const answer = await fetch(`${address}/api/prod/v1${path}`, {
      method,
      headers: { token, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    const { data } = (await answer.json()) as { data: Record<string, unknown> | null };
    return { status: answer.status, data: data ?? {} };
  } catch {
    return undefined;
  }
}

/** A response, or the lack of one. `at` is when it came, in milliseconds since 1970 by this process's clock. */
export type Attempt = { at: number; ms: number; status: number | undefined };

/** What a client was told in responses, and what it was not. */
export class ClientRecord {
  /** Request ID by external ID. */
  readonly made = new Map<string, string>();
  readonly deleted = new Set<string>();
  readonly perhapsDeleted = new Set<string>();
  readonly attempts: Attempt[] = [];
  /** Responses that no fault explains. */
  readonly unexpected: string[] = [];
}

type Order = { method: 'POST' | 'DELETE'; body: Record<string, unknown>; notBefore: number };

export type ClientSetting = {
  /** Tells clients apart, by external IDs and by amounts; less than 20. */
  client: number;
  /** Where the service is; a client sends each request to any of them. */
  addresses: () => readonly string[];
  token: string;
  wallets: readonly string[];
  isOver: () => boolean;
};

const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(Math.random() * values.length)];

/**
 * Creates withdrawals and deletes some of them until it is over, and sends what got no final answer again until it has
 * one: 200, or 400 and 404, which no repetition changes.
 */
export async function runClient(setting: ClientSetting, record: ClientRecord): Promise<void> {
  const { client, addresses, token, wallets, isOver } = setting;
  const unsettled: Order[] = [];

  const settle = async (order: Order): Promise<void> => {
    const begun = performance.now();
    const answer = await call(
      pick(addresses()) ?? '',
      token,
      order.method,
      '/withdrawal-request',
      order.body,
    );
    record.attempts.push({ at: Date.now(), ms: performance.now() - begun, status: answer?.status });
    if (noteAnswer(record, order, answer)) return;
    unsettled.push({ ...order, notBefore: Date.now() + pauseMs });
  };

  for (let number = 0; !isOver() || unsettled.length > 0;) {
    const due = unsettled.findIndex(({ notBefore }) => notBefore <= Date.now());
    const [order] = due === -1 ? [] : unsettled.splice(due, 1);
    if (order !== undefined) await settle(order);
    else if (!isOver() && unsettled.length < mostUnsettled) {
      number += 1;
      const body = makeBody(client, number, wallets);
      await settle({ method: 'POST', body, notBefore: 0 });
      const newest = [...record.made.values()].slice(-5).filter((id) => !record.deleted.has(id));
      const request_id = Math.random() < 0.3 ? pick(newest) : undefined;
      if (request_id !== undefined) await settle({ method: 'DELETE', body: { request_id }, notBefore: 0 });
    }
    await sleep(Math.random() * pauseMs);
  }
}

/** Amounts differ: a payment without an answer can be told from any other. */
function makeBody(client: number, number: number, wallets: readonly string[]): Record<string, unknown> {
  const isOfPool = Math.random() < 0.3;
  const network = isOfPool ? 'bnb' : 'trx';
  return {
    amount: `${10 + Math.floor(Math.random() * 90)}.${100_000 + client * 40_000 + number}`,
    network,
    currency: 'USDT',
    external_id: `client-${client}-${number}`,
    recipient_wallet: outsider(network),
    fee_included: Math.random() < 0.5,
    sender: isOfPool ? 'exchange' : 'user',
    ...(!isOfPool && { sender_wallet: pick(wallets) }),
  };
}

/** Whether the answer is final. */
function noteAnswer(record: ClientRecord, { method, body }: Order, answer: Answer | undefined): boolean {
  const id = String(body['request_id']);
  // Without a response, and with any but a final one, a deletion may have been made.
  if (answer === undefined || answer.status >= 409) {
    if (method === 'DELETE') record.perhapsDeleted.add(id);
    return false;
  }
  if (method === 'POST') {
    const { request_id: made } = (answer.data['data'] ?? {}) as { request_id?: string };
    if (answer.status === 200 && made !== undefined) record.made.set(String(body['external_id']), made);
    else if (answer.status !== 400) record.unexpected.push(`POST ${answer.status}`);
    return true;
  }
  const isDone = answer.status === 200 || (answer.status === 404 && record.perhapsDeleted.has(id));
  if (isDone) record.deleted.add(id);
  // It is being paid by now.
  else if (answer.status !== 400) record.unexpected.push(`DELETE ${answer.status}`);
  return true;
}

/** Wallets for `runClient` with this much USDT each, and as much in the pool. */
export async function makeFundedWallets(
  address: string,
  token: string,
  { db }: Database,
  funds: Decimal,
): Promise<string[]> {
  const makeWallet = async (network: string, type: string) => {
    const answer = await call(address, token, 'POST', '/wallets', { name: 'Funds', network, type });
    return String(answer?.data['address']);
  };
  const wallets = await Promise.all(Array.from({ length: 4 }, async () => await makeWallet('trx', 'user')));
  const pool = await makeWallet('bnb', 'accounting');
  const { account_id: accountId } = await db
    .selectFrom('accounts')
    .select('account_id')
    .executeTakeFirstOrThrow();
  const movement = { currency: 'USDT', amount: funds } as const;
  for (const wallet of wallets) {
    await receiveDeposit(db, accountId, { network: 'trx', address: wallet }, movement);
  }
  await receiveDeposit(db, accountId, { network: 'bnb', address: pool }, movement);
  return wallets;
}

/** Whether every request is finished: no worker has a step left. */
export async function isAllPaid({ db }: Database): Promise<boolean> {
  const open = db
    .selectFrom('withdrawal_requests')
    .select('request_id')
    .where('next_step_at', 'is not', null);
  return (await open.limit(1).execute()).length === 0;
}

/** A guarantee, what it was checked on, and what breaks it: nothing, if it holds. */
export type Audited = { guarantee: string; checked: number; broken: string[] };

/** Compares what clients were told with the database, once they have ended and everything is paid. */
export async function auditClients(
  { db }: Database,
  records: readonly ClientRecord[],
  funded: Decimal,
): Promise<Audited[]> {
  const rows = await db.selectFrom('withdrawal_requests').selectAll().execute();
  const byId = new Map(rows.map((row) => [row.request_id, row]));
  const made = records.flatMap((record) => [...record.made]);
  const acknowledged = new Set(made.map(([, id]) => id));
  const deleted = new Set(records.flatMap((record) => [...record.deleted]));
  const perhapsDeleted = new Set(records.flatMap((record) => [...record.perhapsDeleted]));
  const completed = rows.filter(({ deleted_at, status }) => deleted_at === null && status === 'completed');
  const out = await db.selectFrom('transactions').select('status').where('direction', '=', 'out').execute();
  const payments = out.filter(({ status }) => status === 'completed');
  const balances = await db
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('kind', 'in', ['wallet', 'pool'])
    .execute();
  const left = sum(balances.map(({ balance }) => balance ?? ZERO));
  const expected = subtract(funded, sum(completed.map(debitOf)));
  const isLost = ([externalId, id]: [string, string]) => byId.get(id)?.external_id !== externalId;
  const repeated = rows.length - new Set(rows.map(({ external_id }) => external_id)).size;
  return [
    {
      guarantee: 'Acknowledged withdrawals exist',
      checked: made.length,
      broken: made.filter(isLost).map(([externalId]) => externalId),
    },
    {
      guarantee: 'Acknowledged deletions hold',
      checked: deleted.size,
      broken: [...deleted].filter((id) => byId.get(id)?.deleted_at == null),
    },
    {
      guarantee: 'Nothing exists that nobody was told of',
      checked: rows.length,
      broken: rows.filter(({ request_id: id }) => !acknowledged.has(id)).map(({ request_id: id }) => id),
    },
    {
      guarantee: 'Nothing is deleted that nobody deleted',
      checked: rows.length,
      broken: rows
        .filter(
          ({ deleted_at, request_id: id }) =>
            deleted_at !== null && !deleted.has(id) && !perhapsDeleted.has(id),
        )
        .map(({ request_id: id }) => id),
    },
    {
      guarantee: 'One withdrawal for each external ID',
      checked: rows.length,
      broken: repeated === 0 ? [] : [`${repeated} more`],
    },
    {
      guarantee: 'One payment for each completed withdrawal',
      checked: completed.length,
      broken: payments.length === completed.length ? [] : [`${payments.length} payments`],
    },
    {
      guarantee: 'Balances are the funds less what was paid',
      checked: balances.length,
      broken: left === expected ? [] : [`${left} USDT are left, not ${expected}`],
    },
  ];
}

/** The funds of this many wallets. */
export const fundsOf = (wallets: number, each: Decimal): Decimal =>
  sum(Array.from({ length: wallets }, () => each));
