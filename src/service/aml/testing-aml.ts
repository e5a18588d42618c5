import type { Kysely } from 'kysely';
import { decimal } from '#domain/decimal.ts';
import { deriveAddress } from '#domain/hd.ts';
import type { Currency, Network } from '#domain/networks.ts';
import { instantFromDate, type Instant } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';
import { runOnce } from '#jobs/testing-jobs.ts';
import { sandboxAccountKeys } from '../addresses/sandbox-phrase.ts';
import type { Answer, TestService } from '../testing.ts';
import { amlJob } from './checks/aml.job.ts';
import { importLabels } from './labels/labels.store.ts';
import type { Category } from './screening/categories.ts';

/** A payment on chain that the service knows. In USDT on Ethereum where nothing else is said. */
export type Payment = {
  from: string;
  to: string;
  amount: string;
  /** The day of the history that it was made on. */
  on: number;
  currency?: Currency;
  network?: Network;
  hash?: string;
};

/** A moment so many days after the history of a test begins. */
export function day(count: number): Instant {
  return instantFromDate(new Date(Date.UTC(2025, 5, 1 + count)));
}

/** An address on Ethereum and BNB Chain that isn't one of this service's wallets. */
export function evmAddress(index: number): string {
  return deriveAddress('eth', sandboxAccountKeys.eth, 2_000_000 + index);
}

export function evmHash(index: number): string {
  return `0x${index.toString(16).padStart(64, '0')}`;
}

let payments = 0;

export async function pay(db: Kysely<Tables>, ...made: readonly Payment[]): Promise<void> {
  const rows = made.map(({ from, to, amount, on, currency = 'USDT', network = 'eth', hash }) => {
    payments += 1;
    return {
      network,
      hash: hash ?? evmHash(1_000_000 + payments),
      sender: from,
      recipient: to,
      currency,
      amount: decimal(amount),
      created_at: day(on),
    };
  });
  await db.insertInto('transfers').values(rows).execute();
}

export async function label(
  db: Kysely<Tables>,
  address: string,
  entity: string,
  category: Category,
  { source = 'test', network = 'eth' }: { source?: string; network?: Network } = {},
): Promise<void> {
  await importLabels(db, [{ network, address, entity, category, source }]);
}

export type Report = {
  user_id: string;
  message: string;
  aml_score: number;
  params: Record<string, unknown> & { uid: string };
  pdf_link: string;
  checks_balance: string;
};

export const reportOf = (answer: Answer) => (JSON.parse(answer.text) as { data: Report }).data;
export const uidOf = (answer: Answer) => (JSON.parse(answer.text) as { data: { uid: string } }).data.uid;

/** What tests of checks do and look at, over HTTP and behind it. */
export function amlChecks(service: TestService) {
  return {
    check: async (body: object) => await service.call('POST', '/aml-report', { body }),
    recheck: async (uid: string) => await service.call('POST', '/aml-report-recheck', { body: { uid } }),
    runJob: async () => await runOnce(amlJob(service.db)),
    allow: async (checks: number) => {
      await service.db
        .insertInto('aml_allowances')
        .values({ account_id: service.accountId, checks_left: checks })
        .execute();
    },
    checksLeft: async () => {
      const row = await service.db.selectFrom('aml_allowances').select('checks_left').executeTakeFirst();
      return row?.checks_left;
    },
    lastCheck: async () => await service.db.selectFrom('aml_checks').selectAll().executeTakeFirstOrThrow(),
    /** Another account, to which something can be given. */
    otherAccount: async () => {
      await service.db
        .insertInto('accounts')
        .values({ account_id: 'acc_other', name: 'Other', created_at: day(0) })
        .execute();
      return 'acc_other';
    },
    /** The labels cannot be read in the meantime: every screening fails. */
    whileBroken: async (work: () => Promise<void>) => {
      const { schema } = service.db;
      await schema.alterTable('aml_labels').renameTo('aml_labels_away').execute();
      try {
        await work();
      } finally {
        await schema.alterTable('aml_labels_away').renameTo('aml_labels').execute();
      }
    },
  };
}
