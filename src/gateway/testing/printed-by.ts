import { expect, vi } from 'vitest';
import { PdfSheet } from '#pdf/pdf-sheet.ts';
import { type EvidenceToPrint, printEvidence } from '../aml/evidence/print-evidence.ts';
import type { RunningGateway } from './gateway-harness.ts';
import type { Answer } from './http-client.ts';

/** The answer with an evidence sheet, and what is printed on it: the thread's task, done here again to the same bytes. */
export async function printedBy(
  { threads }: RunningGateway,
  download: () => Promise<Answer>,
): Promise<{ answer: Answer; texts: string[]; rows: (readonly string[])[] }> {
  const tasks = vi.spyOn(threads, 'run');
  const answer = await download();
  const input = tasks.mock.calls.at(-1)?.[1] as EvidenceToPrint;
  tasks.mockRestore();
  const written = vi.spyOn(PdfSheet.prototype, 'write');
  const tables = vi.spyOn(PdfSheet.prototype, 'table');
  const again = await printEvidence(input);
  const texts = written.mock.calls.map(([text]) => text);
  const rows = tables.mock.calls.flatMap(([, all]) => all);
  written.mockRestore();
  tables.mockRestore();
  expect(again?.equals(answer.bytes)).toBe(true);
  return { answer, texts, rows };
}
