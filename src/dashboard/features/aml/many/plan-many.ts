import type { AmlNetwork } from '#domain/networks.ts';
import { readSubject, type Subject } from '../start/read-subject.ts';
import { readCsv } from '../../export/file/read-csv.ts';

/** So many rows one list can have. */
export const mostRows = 10_000;

export type PlannedRow = {
  /** Of the list, from 1. */
  line: number;
  /** As it was written. */
  text: string;
} & (
  | { state: 'ready'; subject: Subject }
  /** The same subject stands earlier in the list. */
  | { state: 'duplicate'; ofLine: number }
  | { state: 'invalid'; reason: string }
);

export type ManyPlan = { ok: true; rows: PlannedRow[] } | { ok: false; reason: string };

type Written = { line: number; text: string; network: string };

/**
 * What a list of addresses and transaction ids asks for: one a line, or CSV with the columns `value` and, optionally,
 * `network`. What may be of several networks is of the first preferred one among them, unless the list says which.
 */
export function planMany(list: string, preferred: readonly AmlNetwork[]): ManyPlan {
  const read = writtenIn(list);
  if (!read.ok) return read;
  if (read.rows.length > mostRows) {
    return { ok: false, reason: `The list has more than ${mostRows.toLocaleString('en')} rows.` };
  }
  const seen = new Map<string, number>();
  return {
    ok: true,
    rows: read.rows.map(({ line, text, network }): PlannedRow => {
      const found = subjectOf(text, network, preferred);
      if ('reason' in found) return { line, text, state: 'invalid', reason: found.reason };
      const key = `${found.subject.network}:${found.subject.value}`;
      const ofLine = seen.get(key);
      if (ofLine !== undefined) return { line, text, state: 'duplicate', ofLine };
      seen.set(key, line);
      return { line, text, state: 'ready', subject: found.subject };
    }),
  };
}

function subjectOf(
  text: string,
  network: string,
  preferred: readonly AmlNetwork[],
): { subject: Subject } | { reason: string } {
  const read = readSubject(text);
  if (read.state === 'empty') return { reason: 'it is empty' };
  if (read.state === 'impossible') return { reason: read.reason };
  const { subjects } = read;
  const wanted = network.trim().toLowerCase();
  if (wanted !== '') {
    const subject = subjects.find((each) => each.network === wanted);
    return subject === undefined ? { reason: `it is not of the network ${network.trim()}` } : { subject };
  }
  const liked = preferred.find((code) => subjects.some((each) => each.network === code));
  return { subject: subjects.find((each) => each.network === liked) ?? subjects[0] };
}

function writtenIn(list: string): { ok: true; rows: Written[] } | { ok: false; reason: string } {
  const lines = list.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const [first = ''] = lines;
  if (/(?:^|[,;\t])\s*"?value"?\s*(?:[,;\t]|$)/i.test(first)) {
    const table = readCsv(list, { columns: ['value', 'network'], optional: ['network'], mostRows });
    if (!table.ok) return table;
    return {
      ok: true,
      rows: table.rows.map(({ line, written }) => ({ line, text: written.value, network: written.network })),
    };
  }
  const rows = lines.flatMap((text, index): Written[] => {
    const [value = '', network = ''] = text.split(/[,;\t]/).map((cell) => cell.trim());
    return text.trim() === '' ? [] : [{ line: index + 1, text: value, network }];
  });
  return { ok: true, rows };
}
