import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { recheckAmlReport, requestAmlReport } from '#contract/wallet-service/aml.ts';
import type { Tables } from '#database/tables.ts';
import { addMs, type Clock, type Instant, msBetween } from '#domain/time.ts';
import type { KeyCipher } from '../sessions/key-cipher.ts';
import type { AmlAnswer, AmlProvider } from './aml-provider.ts';
import {
  endCheck,
  keepPdf,
  saveReport,
  keepUid,
  postponeCheck,
  postponePdf,
  type ClaimedCheck,
} from './check-steps.store.ts';
import { findAnswer, type ScreeningCheck } from './screening-checks.store.ts';
import { type CheckFailure, type ReadCheckAnswer, readMissingAnswer } from './read-answer.ts';
import { readAnswerAside, readReportAside } from './read-large.ts';

export type StepDeps = {
  db: Kysely<Tables>;
  provider: AmlProvider;
  cipher: KeyCipher;
  log: FastifyBaseLogger;
  now: Clock;
  /** Before the report is asked for the first time; later pauses grow from it. */
  firstPauseMs?: number | undefined;
};

export type CheckSteps = {
  /** Asks the provider for the check, which is `asking`, once. Never throws what a provider does. */
  ask: (check: ScreeningCheck, apiKey: string) => Promise<void>;
  /** Does the next step of a claimed check. */
  work: (check: ClaimedCheck) => Promise<void>;
};

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_AFTER_FAILURE_MS = 300_000;
/** A provider that makes no report for so long is not asked automatically any more. */
const PATIENCE_MS = 48 * 3_600_000;
const KEEPING_ATTEMPTS = 8;
const PDF_ATTEMPTS = 6;

const maybeSpent =
  'A check may have been spent, so it isn’t started again automatically. Compare the remaining checks before you start it again.';

/** The purpose that a check's API key is encrypted for, in addition to the wallet service. */
export function sealOf(checkId: string): string {
  return `aml-check/${checkId}`;
}

/** What an answer means, with its bytes if it is a report. */
type CheckAnswer =
  | Exclude<ReadCheckAnswer, { kind: 'report' }>
  | (Extract<ReadCheckAnswer, { kind: 'report' }> & { answer: Buffer });

export function createCheckSteps({
  db,
  provider,
  cipher,
  log,
  now,
  firstPauseMs = FIRST_PAUSE_MS,
}: StepDeps): CheckSteps {
  const inMs = (ms: number): Instant => addMs(now(), ms);

  const send = async (
    { account_id: accountId }: ScreeningCheck,
    ...question: Parameters<AmlProvider['send']>
  ): Promise<CheckAnswer> => {
    let answer: AmlAnswer;
    try {
      answer = await provider.send(...question);
    } catch (error) {
      return readMissingAnswer(error);
    }
    const ipNotAllowedMessage = provider.ipNotAllowedMessage();
    const read = await readAnswerAside(answer, { accountId, ipNotAllowedMessage, at: now() });
    return read.kind === 'report' ? { ...read, answer: answer.body } : read;
  };

  /** A provider gives an answer only once, so it isn't dropped because the database is away for a moment. */
  const keep = async (checkId: string, logged: Record<string, unknown>, write: () => Promise<void>) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await write();
      } catch (error) {
        log.error({ err: error, checkId, ...logged }, 'what the provider answered could not be kept');
        if (attempt === KEEPING_ATTEMPTS) throw error;
        await sleep(100 * 2 ** attempt);
      }
    }
  };

  const saveWithDecision = async (
    { check_id: id, account_id: accountId }: ScreeningCheck,
    { answer, findings }: Extract<CheckAnswer, { kind: 'report' }>,
  ): Promise<void> => {
    let decided = await saveReport(db, id, { answer, findings, at: now() });
    while (decided !== undefined) {
      const report = await findAnswer(db, decided);
      const result = report && (await readReportAside(report, accountId));
      decided = await saveReport(db, id, {
        answer,
        findings,
        at: now(),
        decidedOn: { checkId: decided, result },
      });
    }
  };

  const ask: CheckSteps['ask'] = async (check, apiKey) => {
    const { check_id: id, network, value, payer_address: payer } = check;
    const body = { value, network, ...(payer !== null && { address: payer }), async: true };
    const answer = await send(check, requestAmlReport, body, apiKey);
    const end = async (state: 'failed' | 'lost' | 'stopped', failure: CheckFailure) =>
      endCheck(db, check, { state, failure, at: now() });
    switch (answer.kind) {
      case 'uid': {
        const { uid } = answer;
        return keep(id, { uid }, async () => keepUid(db, id, { uid, at: now(), nextAt: inMs(firstPauseMs) }));
      }
      case 'report':
        return keep(id, {}, async () => saveWithDecision(check, answer));
      case 'refused': {
        const { uid } = answer;
        if (uid !== undefined) {
          await keep(id, { uid }, async () =>
            keepUid(db, id, { uid, at: now(), nextAt: inMs(firstPauseMs) }),
          );
        }
        return end('failed', answer.failure);
      }
      case 'notUnderstood':
        return end('failed', andThen(answer.failure, 'Nothing was spent. Check WALLET_API_URL.'));
      case 'refusedKey':
      case 'refusedAddress':
        return end('stopped', andThen(answer.failure, 'Nothing was spent. You can resume the check.'));
      case 'notNow':
        return postponeOrStop(check, answer, { state: 'queued', isRecheck: false });
      case 'unclear':
        return end('lost', andThen(answer.failure, maybeSpent));
    }
  };

  const recheck = async (check: ScreeningCheck, apiKey: string): Promise<void> => {
    const { check_id: id, uid } = check;
    const answer = await send(check, recheckAmlReport, { uid }, apiKey);
    const end = async (state: 'failed' | 'stopped', failure: CheckFailure) =>
      endCheck(db, check, { state, failure, isRecheck: true, at: now() });
    switch (answer.kind) {
      case 'report':
        return keep(id, {}, async () => saveWithDecision(check, answer));
      case 'refused':
        return end('failed', answer.failure);
      case 'refusedKey':
        return end(
          'stopped',
          andThen(answer.failure, 'Anyone with permission to screen can resume it with their own key.'),
        );
      case 'uid':
        return postponeOrStop(check, {}, { state: 'waiting', isRecheck: true });
      case 'notNow':
      case 'refusedAddress':
      case 'notUnderstood':
      case 'unclear':
        return postponeOrStop(check, answer, { state: 'waiting', isRecheck: true });
    }
  };

  const postponeOrStop = async (
    check: ScreeningCheck,
    { failure, retryAfterMs }: { failure?: CheckFailure; retryAfterMs?: number | undefined },
    next: { state: 'queued' | 'waiting'; isRecheck: boolean },
  ): Promise<void> => {
    if (msBetween(check.tried_since, now()) > PATIENCE_MS) {
      const none = {
        status: null,
        code: '',
        message: 'The wallet service hasn’t created a report for two days',
      };
      const message = 'Automatic polling has stopped. You can resume the check.';
      return endCheck(db, check, { state: 'stopped', failure: andThen(failure ?? none, message), at: now() });
    }
    const pauseMs =
      failure === undefined
        ? Math.min(LONGEST_PAUSE_MS, firstPauseMs * 1.5 ** check.rechecks)
        : Math.min(LONGEST_PAUSE_AFTER_FAILURE_MS, firstPauseMs * 2 ** (check.failures + 1));
    const nextAt = inMs(Math.max(retryAfterMs ?? 0, pauseMs));
    const message = failure && andThen(failure, 'The console tries again automatically.');
    await postponeCheck(db, check, { ...next, nextAt, failure: message, at: now() });
  };

  /** A report without its PDF is complete: a failure to store the PDF is only logged. */
  const fetchPdf = async (check: ScreeningCheck, link: string): Promise<void> => {
    try {
      const pdf = await provider.fetchPdf(link);
      if (!pdf.subarray(0, 1024).includes('%PDF-')) throw new Error('it isn’t a PDF');
      await keepPdf(db, check, { pdf, at: now() });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ reason, checkId: check.check_id }, 'the PDF of an AML report could not be fetched');
      const isGivenUp = check.failures + 1 >= PDF_ATTEMPTS;
      const nextAt = isGivenUp ? null : inMs(firstPauseMs * 4 ** (check.failures + 1));
      await postponePdf(db, check, nextAt);
    }
  };

  const work: CheckSteps['work'] = async (check) => {
    if (check.was === 'finished') return fetchPdf(check, check.pdf_link ?? '');
    if (check.was === 'asking') {
      const message = `The console stopped before the wallet service responded. ${maybeSpent}`;
      const failure = { status: null, code: '', message };
      return endCheck(db, check, { state: 'lost', failure, at: now() });
    }
    const apiKey = check.sealed_key && cipher.decrypt(check.sealed_key, sealOf(check.check_id));
    if (apiKey === null || apiKey === undefined) {
      const message =
        'The API key that started it is no longer available. Anyone with permission to screen can resume it with their own key.';
      return endCheck(db, check, {
        state: 'stopped',
        failure: { status: null, code: '', message },
        at: now(),
      });
    }
    await (check.was === 'queued' ? ask(check, apiKey) : recheck(check, apiKey));
  };

  return { ask, work };
}

function andThen(failure: CheckFailure, next: string): CheckFailure {
  const { message } = failure;
  return { ...failure, message: `${message}${/[.!?]$/.test(message) ? '' : '.'} ${next}` };
}
