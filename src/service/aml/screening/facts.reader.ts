import { sql, type Kysely } from 'kysely';
import { isNegative, ZERO, type Decimal } from '#domain/decimal.ts';
import { add, subtract } from '#domain/arithmetic.ts';
import type { Currency } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';
import { compareText } from './trace.ts';
import type { Subject } from './screen.ts';

/** What a report says about its subject besides where the funds came from. */
export type Facts = {
  transactions: { total: number; inputs: number; outputs: number };
  /** For an address, inflow less outflow; for a transaction, the amount it moved. */
  balances: Partial<Record<Currency, Decimal>>;
  lastOperation: Instant | null;
  /** Whether there are more payments than were counted. */
  isCut: boolean;
};

type Total = { currency: Currency; amount: Decimal; payments: number; lastAt: Instant };

/** Counts and adds up the payments that the service knows up to the moment, the newest `most` each way. */
export async function findFacts(
  db: Kysely<Tables>,
  { network, kind, value }: Subject,
  at: Instant,
  most: number,
): Promise<Facts> {
  if (kind === 'transaction') return await factsOfTransaction(db, network, value);
  const totalsOf = async (side: 'recipient' | 'sender') => {
    const { rows } = await sql<Total>`
      select currency, sum(amount) as amount, count(*) as payments, max(created_at) as "lastAt" from (
        select currency, amount, created_at from transfers
        where network = ${network} and ${sql.ref(side)} = ${value} and created_at <= ${at}
        order by created_at desc, hash desc, sender desc, recipient desc, currency desc
        limit ${most}
      ) as newest
      group by currency`.execute(db);
    return rows;
  };
  const [inputs, outputs] = [await totalsOf('recipient'), await totalsOf('sender')];
  const [received, sent] = [countOf(inputs), countOf(outputs)];
  return {
    transactions: { total: received + sent, inputs: received, outputs: sent },
    balances: balancesOf(inputs, outputs),
    lastOperation: lastOf([...inputs, ...outputs]),
    isCut: received === most || sent === most,
  };
}

async function factsOfTransaction(
  db: Kysely<Tables>,
  network: Subject['network'],
  hash: string,
): Promise<Facts> {
  const { rows } = await sql<Total & { senders: number; recipients: number }>`
    select currency, sum(amount) as amount, count(*) as payments, max(created_at) as "lastAt"
    from transfers where network = ${network} and hash = ${hash}
    group by currency`.execute(db);
  const parties = await sql<{ senders: number; recipients: number }>`
    select count(distinct sender) as senders, count(distinct recipient) as recipients
    from transfers where network = ${network} and hash = ${hash}`.execute(db);
  const [{ senders, recipients } = { senders: 0, recipients: 0 }] = parties.rows;
  return {
    transactions: { total: countOf(rows), inputs: senders, outputs: recipients },
    balances: balancesOf(rows, []),
    lastOperation: lastOf(rows),
    isCut: false,
  };
}

function countOf(totals: readonly Total[]): number {
  return totals.reduce((count, { payments }) => count + payments, 0);
}

function lastOf(totals: readonly Total[]): Instant | null {
  return (
    totals
      .map(({ lastAt }) => lastAt)
      .sort(compareText)
      .at(-1) ?? null
  );
}

/** Never below zero: if more went out than came in, the rest came in before records began. */
function balancesOf(inputs: readonly Total[], outputs: readonly Total[]): Facts['balances'] {
  const balances = new Map<Currency, Decimal>();
  for (const { currency, amount } of inputs)
    balances.set(currency, add(balances.get(currency) ?? ZERO, amount));
  for (const { currency, amount } of outputs) {
    balances.set(currency, subtract(balances.get(currency) ?? ZERO, amount));
  }
  return Object.fromEntries(
    [...balances]
      .sort(([a], [b]) => compareText(a, b))
      .map(([currency, amount]) => [currency, isNegative(amount) ? ZERO : amount]),
  );
}
