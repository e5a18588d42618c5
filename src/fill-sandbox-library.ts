import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import type { AmlDecision } from '#contract/gateway/aml-bands.ts';
import type { AmlChecksTable } from '#database/aml-tables.ts';
import type { Tables } from '#database/tables.ts';
import { now } from '#domain/clock.ts';
import { addMs, type Clock, type Instant } from '#domain/time.ts';
import { createHttpApp } from '#http/http-app.ts';
import { newCheck } from './gateway/aml/aml-checks.routes.ts';
import { embeddedAmlProvider } from './gateway/aml/aml-providers.ts';
import { keepUid, postponePdf } from './gateway/aml/check-steps.store.ts';
import { createCheckSteps } from './gateway/aml/check-steps.ts';
import { appendDecision } from './gateway/aml/decisions.store.ts';
import { beginChecks, findChecks, type ScreeningCheck } from './gateway/aml/screening-checks.store.ts';
import { toCheckResponses } from './gateway/aml/check-response.ts';
import { parseListFile } from './gateway/aml/sanctions/read-list-file.ts';
import { storeSanctionsList } from './gateway/aml/sanctions/sanctions.store.ts';
import { sealOfWatch } from './gateway/aml/watches/due-watches.ts';
import { insertWatch } from './gateway/aml/watches/watches.store.ts';
import { createKeyCipher, type KeyCipher, walletServiceName } from './gateway/sessions/key-cipher.ts';
import { sandboxComplianceOfficer } from './gateway/users/sandbox-users.ts';
import { sandboxAccountId as accountId, sandboxAdministratorKey } from './service/sandbox/sandbox-keys.ts';
import { registerService } from './service/service.ts';

/** Says that no one is really sanctioned here, and that the library was filled to its end. */
export const demoListName = 'Sandbox demo list (invented, not a real sanctions list)';

/** As if the user had signed in: users work with the account's key. */
const { name: actorName } = sandboxComplianceOfficer;
const { token: apiKey } = sandboxAdministratorKey;
const LEASE_MS = 30_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WATCH_DAYS = 30;
/** The PDF of the latest reports is fetched when the console starts, as after any check. */
const LATEST_WITH_PDF = 5;

type Deps = { db: Kysely<Tables>; sessionSecret: string; identitySecret?: string; publicUrl: string };

/**
 * Fills the AML library of the sandbox with the checks of its year, through what asks, keeps and decides at any other
 * time: each report is the service's own answer, kept at its moment. Nothing happens where it was filled before; what a
 * process that ended has left undone is done at the next start.
 */
export async function fillSandboxLibrary({
  db,
  sessionSecret,
  identitySecret,
  publicUrl,
}: Deps): Promise<void> {
  if (await hasDemoList(db)) return;
  const app = createHttpApp({});
  registerService(app, { db, publicUrl, allowSandboxKeys: true });
  try {
    await app.ready();
    const cipher = createKeyCipher(sessionSecret, walletServiceName(undefined), identitySecret);
    let moment = now();
    const clock: Clock = () => moment;
    const provider = embeddedAmlProvider(app);
    const steps = createCheckSteps({ db, provider, cipher, log: app.log, now: clock });
    const asked = await listYearsChecks(db);
    const counts = new Map<AmlCheck['band'], number>();
    for (const [index, row] of asked.entries()) {
      moment = row.created_at;
      const check = await takeOver(db, row, { cipher, now: clock });
      if (check === undefined || row.completed_at === null) continue;
      moment = row.completed_at;
      await steps.work({ ...check, was: 'waiting' });
      const [kept] = await findChecks(db, accountId, [check.check_id]);
      if (kept?.state !== 'finished') continue;
      if (index < asked.length - LATEST_WITH_PDF) await postponePdf(db, kept, null);
      await decide(db, kept, { cipher, counts });
    }
    await watchSubjects(db, cipher, asked);
    await loadDemoList(db, cipher);
  } finally {
    await app.close();
  }
}

async function hasDemoList(db: Kysely<Tables>): Promise<boolean> {
  const list = await db
    .selectFrom('sanctions_lists')
    .select('list_id')
    .where('account_id', '=', accountId)
    .where('name', '=', demoListName)
    .limit(1)
    .executeTakeFirst();
  return list !== undefined;
}

/** Transactions that the library doesn't have, the earliest first. */
async function listYearsChecks(db: Kysely<Tables>): Promise<AmlChecksTable[]> {
  return await db
    .selectFrom('aml_checks as made')
    .selectAll('made')
    .where('made.account_id', '=', accountId)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('screening_checks as kept')
            .select('kept.check_id')
            .where('kept.account_id', '=', accountId)
            .whereRef('kept.uid', '=', 'made.uid'),
        ),
      ),
    )
    .orderBy('made.created_at')
    .orderBy('made.uid')
    .execute();
}

/** The check as it was once the service had given its name; undefined where another one of its subject still runs. */
async function takeOver(
  db: Kysely<Tables>,
  row: AmlChecksTable,
  deps: { cipher: KeyCipher; now: Clock },
): Promise<ScreeningCheck | undefined> {
  const { network, value, subject: kind, uid, payer_address: payer } = row;
  const made = {
    ...deps,
    leaseMs: LEASE_MS,
    caller: { accountId, actorName },
    apiKey,
    payer: payer ?? undefined,
    state: 'asking' as const,
  };
  const wanted = { accountId, subjects: [{ network, value, kind }], recentSince: undefined };
  const [begun] = await beginChecks(db, wanted, (subject) => newCheck(subject, made));
  if (begun?.outcome !== 'started') return undefined;
  const at = deps.now();
  await keepUid(db, begun.check.check_id, { uid, at, nextAt: at });
  const [check] = await findChecks(db, accountId, [begun.check.check_id]);
  return check;
}

type Verdict = { decision: AmlDecision; note: string };

/** The decisions that compliance makes on each kind of risk, used in rotation; undefined: it is still open. */
const verdicts: Record<NonNullable<AmlCheck['band']>, readonly (Verdict | undefined)[]> = {
  severe: [
    { decision: 'rejected', note: 'Funds from a theft: do not pay, account of the customer closed.' },
    undefined,
    { decision: 'escalated', note: 'Asked the compliance lead for a second opinion.' },
  ],
  high: [
    { decision: 'accepted', note: 'Source of funds documented, small amount.' },
    { decision: 'escalated', note: 'Waiting for the customer’s explanation.' },
    undefined,
  ],
  unknown: [
    undefined,
    { decision: 'escalated', note: 'Nothing is known of these funds: asked the customer.' },
  ],
  medium: [{ decision: 'accepted', note: '' }, undefined],
  low: [{ decision: 'accepted', note: '' }, undefined, undefined],
};

async function decide(
  db: Kysely<Tables>,
  kept: ScreeningCheck,
  { cipher, counts }: { cipher: KeyCipher; counts: Map<AmlCheck['band'], number> },
): Promise<void> {
  const [check] = await toCheckResponses(db, accountId, [kept]);
  // A check with a carried-over decision needs none of its own.
  if (check === undefined || check.band === null || check.decision !== null || kept.ended_at === null) return;
  const count = counts.get(check.band) ?? 0;
  counts.set(check.band, count + 1);
  const choices = verdicts[check.band];
  let verdict = choices[count % choices.length];
  const decidedAt = addMs(kept.ended_at, 25 * MINUTE_MS);
  if (verdict === undefined || decidedAt > now()) return;
  if (verdict.decision === 'rejected' && (await isPaidAfter(db, kept, decidedAt))) {
    verdict = { decision: 'escalated', note: 'Asked the compliance lead for a second opinion.' };
  }
  const decided = await appendDecision(
    db,
    kept,
    {
      decision_id: `decision_${randomBytes(12).toString('hex')}`,
      check_id: kept.check_id,
      ...verdict,
      band: check.band,
      decided_by: actorName,
      key_fingerprint: cipher.fingerprint(apiKey),
      decided_at: decidedAt,
    },
    null,
  );
  if (typeof decided === 'string') throw new Error(`A decision of the sandbox was not written: ${decided}.`);
}

/** A rejected address is not paid: if the year has a payment to it, the address was not rejected. */
async function isPaidAfter(
  db: Kysely<Tables>,
  { network, value }: ScreeningCheck,
  at: Instant,
): Promise<boolean> {
  const request = await db
    .selectFrom('withdrawal_requests')
    .select('request_id')
    .where('account_id', '=', accountId)
    .where('network', '=', network)
    .where('recipient_wallet', '=', value)
    .where('updated_at', '>', at)
    .limit(1)
    .executeTakeFirst();
  return request !== undefined;
}

/** Watches what was checked more than once, since its first report. */
async function watchSubjects(
  db: Kysely<Tables>,
  cipher: KeyCipher,
  asked: readonly AmlChecksTable[],
): Promise<void> {
  const bySubject = Map.groupBy(asked, ({ network, value }) => `${network}:${value}`);
  for (const [first, ...later] of bySubject.values()) {
    const last = later.at(-1)?.completed_at ?? null;
    if (first?.completed_at == null || last === null) continue;
    const id = `watch_${randomBytes(12).toString('hex')}`;
    const { network, value, subject: kind, completed_at: since } = first;
    await insertWatch(db, {
      watch_id: id,
      account_id: accountId,
      network,
      value,
      kind,
      every_days: WATCH_DAYS,
      version: 1,
      key_name: actorName,
      key_fingerprint: cipher.fingerprint(apiKey),
      sealed_key: cipher.encrypt(apiKey, sealOfWatch(id)),
      created_at: since,
      next_at: addMs(last, WATCH_DAYS * DAY_MS),
      hindrance: null,
      seen_check_id: null,
    });
  }
}

/** Names the addresses of the sandbox's sanctioned exchange, for which no keys exist. */
async function loadDemoList(db: Kysely<Tables>, cipher: KeyCipher): Promise<void> {
  const labels = await db
    .selectFrom('aml_labels')
    .select(['network', 'address', 'entity'])
    .where('source', '=', 'sandbox')
    .where('category', '=', 'sanctions')
    .orderBy('network')
    .orderBy('address')
    .execute();
  if (labels.length === 0) return;
  const lines = labels.map(({ network, address, entity }) => `${network},${address},${entity} (invented)`);
  const file = await parseListFile(['network,address,entity', ...lines].join('\n'), async () => undefined);
  const at = now();
  await storeSanctionsList(db, {
    accountId,
    name: demoListName,
    date: at.slice(0, 10),
    file,
    keyName: actorName,
    keyFingerprint: cipher.fingerprint(apiKey),
    at,
  });
}
