import { formatInteger } from '#domain/format.ts';
import type { AmlNetwork } from '#domain/networks.ts';
import { parseSubject, type Subject } from '../start/read-subject.ts';
import { networkCode, parseSubjectText } from '../start/written-subject.ts';
import { mostRows } from '#dashboard/list/unchecked/handed-list.ts';
import { parseCsvTable } from '#dashboard/list/export/file/read-csv.ts';

export type PlannedRow = {
  /** The line in the list, from 1. */
  line: number;
  /** The text as entered. */
  text: string;
} & (
  | { state: 'ready'; subject: Subject }
  /** It can be of each of these networks, and nothing says which. */
  | { state: 'open'; subjects: readonly Subject[] }
  /** The same subject occurs earlier in the list. */
  | { state: 'duplicate'; ofLine: number }
  | { state: 'invalid'; reason: string }
);

export type ManyPlan = { ok: true; rows: PlannedRow[] } | { ok: false; reason: string };

type Written = { line: number; text: string; network: string };

/** Says on which network a subject is that can be of several; undefined where nothing says so. */
export type NetworkOf = (subjects: readonly Subject[], line: number, text: string) => AmlNetwork | undefined;

/**
 * What a list of addresses and transaction ids asks for: one a line, or CSV with the columns `value` and, optionally,
 * `network`. What may be of several networks stays open unless the list or `networkOf` says which: a check on the wrong
 * network is paid for nothing.
 */
export function planMany(list: string, networkOf: NetworkOf): ManyPlan {
  const read = writtenIn(list);
  if (!read.ok) return read;
  if (read.rows.length > mostRows) {
    return { ok: false, reason: `The list has more than ${formatInteger(mostRows)} rows.` };
  }
  const seen = new Map<string, number>();
  return {
    ok: true,
    rows: read.rows.map(({ line, text, network }): PlannedRow => {
      const found = subjectsOf(text, network);
      if ('reason' in found) return { line, text, state: 'invalid', reason: found.reason };
      const [first] = found.subjects;
      const code = found.subjects.length > 1 ? networkOf(found.subjects, line, text) : first?.network;
      const subject = found.subjects.find((each) => each.network === code);
      const key = `${subject?.network ?? 'open'}:${(subject ?? first)?.value}`;
      const ofLine = seen.get(key);
      if (ofLine !== undefined) return { line, text, state: 'duplicate', ofLine };
      seen.set(key, line);
      return subject === undefined
        ? { line, text, state: 'open', subjects: found.subjects }
        : { line, text, state: 'ready', subject };
    }),
  };
}

function subjectsOf(
  text: string,
  network: string,
): { subjects: readonly [Subject, ...Subject[]] } | { reason: string } {
  const read = parseSubject(text);
  if (read.state === 'empty') return { reason: 'empty' };
  if (read.state === 'impossible') return { reason: read.reason };
  const { subjects } = read;
  const wanted = networkCode(network).toLowerCase();
  if (wanted === '') return { subjects };
  const subject = subjects.find((each) => each.network === wanted);
  return subject === undefined ? { reason: `not on the network ${network.trim()}` } : { subjects: [subject] };
}

function writtenIn(list: string): { ok: true; rows: Written[] } | { ok: false; reason: string } {
  const lines = list.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const [first = ''] = lines;
  if (/(?:^|[,;\t])\s*"?value"?\s*(?:[,;\t]|$)/i.test(first)) {
    const table = parseCsvTable(list, { columns: ['value', 'network'], optional: ['network'], mostRows });
    if (!table.ok) return table;
    return {
      ok: true,
      rows: table.rows.map(({ line, written }) => ({ line, text: written.value, network: written.network })),
    };
  }
  const rows = lines.flatMap((text, index): Written[] => {
    const written = parseSubjectText(text);
    return written === undefined ? [] : [{ line: index + 1, text: written.value, network: written.network }];
  });
  return { ok: true, rows };
}
