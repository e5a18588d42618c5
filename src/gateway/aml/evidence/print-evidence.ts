import { parseReport } from '#domain/aml/read-report.ts';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import { type Evidence, evidenceSheet } from './evidence-sheet.ts';

/** A finished check, and the bytes that its report came in. */
export type CheckWithAnswer = { check: AmlCheck; answer: Uint8Array };

export type EvidenceToPrint = Omit<Evidence, 'check' | 'report' | 'before'> & {
  subject: CheckWithAnswer;
  before: CheckWithAnswer | undefined;
};

/**
 * The evidence sheet; undefined if the report can't be read. Runs in a thread, so it takes the reports as they came:
 * exact numbers can't be cloned, and reading them takes as long as printing.
 */
export async function printEvidence({
  subject,
  before,
  ...others
}: EvidenceToPrint): Promise<Buffer | undefined> {
  const now = withReport(subject);
  if (now === undefined) return undefined;
  return await evidenceSheet({ ...others, ...now, before: before && withReport(before) });
}

function withReport({ check, answer }: CheckWithAnswer) {
  const report = parseReport(Buffer.from(answer).toString('utf8'));
  return report && { check, report };
}
