import type { Kysely } from 'kysely';
import type { Instant } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';
import { now } from '#domain/clock.ts';
import { summariseLabels } from '../labels/labels.store.ts';
import { factsOf } from '../screening/categories.ts';
import { limits, methodVersion } from '../screening/method.ts';
import { findFacts } from '../screening/facts.reader.ts';
import { riskLevelOf } from '../screening/score.ts';
import { screen, type Subject } from '../screening/screen.ts';
import { transfersReader } from '../screening/transfers.reader.ts';
import type { ReportDocument } from '../report/report-document.ts';

/**
 * Screens the subject with what the service knows, up to the moment `at`, and gives all that a report says about it.
 * Reads only. The account is whose own wallets are named as such.
 */
export async function produceReport(
  db: Kysely<Tables>,
  { uid, accountId, subject, at = now() }: { uid: string; accountId: string; subject: Subject; at?: Instant },
): Promise<ReportDocument> {
  const screening = await screen(transfersReader(db, subject.network), subject, at);
  const facts = await findFacts(db, subject, at, limits.transfersCounted);
  const { owner, directHits, sources, types, score, hops, limitsReached } = screening;
  const isOwn = owner === undefined && (await isOwnWallet(db, accountId, subject.value));
  return {
    uid,
    network: subject.network,
    kind: subject.kind,
    value: subject.value,
    screenedAt: at,
    owner: owner ?? (isOwn ? 'own wallet' : 'unknown'),
    score,
    riskLevel: riskLevelOf(score).text,
    directHits,
    sources,
    types: types.map(({ type, share, direct }) => ({ type, share, direct, weight: factsOf(type).weight })),
    transactions: facts.transactions,
    balances: facts.balances,
    lastOperation: facts.lastOperation,
    hops,
    limitsReached: facts.isCut
      ? [...limitsReached, `only the newest ${limits.transfersCounted} payments each way were counted`]
      : limitsReached,
    labels: await summariseLabels(db),
    methodVersion,
  };
}

async function isOwnWallet(db: Kysely<Tables>, accountId: string, address: string): Promise<boolean> {
  const wallet = await db
    .selectFrom('wallets')
    .select('address')
    .where('address', '=', address)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return wallet !== undefined;
}
