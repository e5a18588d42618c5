import type { ReportResult } from '#domain/aml/read-report.ts';
import { ServiceError } from '#http/service-error.ts';
import { isLarge, threads, threadTask } from '#http/thread-pool.ts';
import type { AmlAnswer } from './aml-provider.ts';
import { type AnswerToRead, readCheckAnswer, type ReadCheckAnswer, readStoredReport } from './read-answer.ts';

const file = new URL('read-answer.ts', import.meta.url);
const readingAnswer = threadTask<typeof readCheckAnswer>(file, 'readCheckAnswer');
const readingReport = threadTask<typeof readStoredReport>(file, 'readStoredReport');

/**
 * Reads what a provider answered, in a thread where it is large: reading 8 MB can take seconds. The answer may have been
 * paid for and comes only once, so it waits for a thread as long as that takes.
 */
export async function readAnswerAside(
  answer: AmlAnswer,
  { accountId, ...context }: { accountId: string } & Pick<AnswerToRead, 'ipNotAllowedMessage' | 'at'>,
): Promise<ReadCheckAnswer> {
  const toRead = { ...answer, ...context };
  if (!isLarge(answer.body)) return readCheckAnswer(toRead);
  try {
    return await threads.run(readingAnswer, toRead, { owner: accountId, isPatient: true });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const message = 'The wallet service’s response took too long or too much memory to read';
    return { kind: 'unclear', failure: { status: answer.status, code: '', message } };
  }
}

/** Undefined if the report can't be read, or not in time. */
export async function readReportAside(answer: Buffer, accountId: string): Promise<ReportResult | undefined> {
  if (!isLarge(answer)) return readStoredReport(answer);
  try {
    return await threads.run(readingReport, answer, { owner: accountId, isPatient: true });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return undefined;
  }
}
