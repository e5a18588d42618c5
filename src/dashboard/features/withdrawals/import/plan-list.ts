import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { bodyOf, type WithdrawalBody } from '../create/withdrawal-fields.ts';
import type { FeeKnowledge } from '../create/quote.ts';
import type { ListRow } from './list-file.ts';
import { isReadRow, type Known, type Payer, parseRow } from './read-row.ts';

/** A row that can be sent. */
export type ReadyRow = ListRow & {
  body: WithdrawalBody;
  payer: Payer;
  fee: FeeKnowledge;
  /** The file has no external id for it: it was derived from what the row says. */
  isIdDerived: boolean;
  /** The lines of the file that pay the same amount to the same address, this one among them; empty if it is alone. */
  twins: readonly number[];
};

/** A row that is not sent, and why: each problem begins with the name of its column. */
export type WrongRow = ListRow & { problems: readonly string[] };

export type ListPlan = { ready: ReadyRow[]; wrong: WrongRow[] };

type Progress = { onProgress: (rows: number) => void; signal: AbortSignal };

/**
 * What each row of a list asks for, or what is wrong with it. Rows without an external id get one that follows from
 * `idBeginning` and from what they say, so that the same row gets the same one whenever, and in whatever file, it is
 * read; rows that say the same are counted. Works in slices, so that the page stays usable; throws when it is aborted.
 */
export async function planList(
  rows: readonly ListRow[],
  known: Known,
  idBeginning: string,
  { onProgress, signal }: Progress,
): Promise<ListPlan> {
  const ready: ReadyRow[] = [];
  const wrong: WrongRow[] = [];
  const lineOfId = new Map<string, number>();
  const givenIds = new Set(rows.map(({ written }) => written.external_id));
  const derivedIds = new Set<string>();
  for await (const [done, { line, written }] of inSlices(rows)) {
    signal.throwIfAborted();
    onProgress(done);
    const givenId = written.external_id;
    const earlier = givenId === '' ? undefined : lineOfId.get(givenId);
    const read = parseRow(written, known);
    if (givenId !== '' && earlier === undefined) lineOfId.set(givenId, line);
    const problems = isReadRow(read) ? {} : read;
    if (earlier !== undefined)
      problems.external_id ??= `duplicate of line ${earlier}; each row needs its own`;
    if (!isReadRow(read) || earlier !== undefined) {
      const asText = Object.entries(problems).map(([column, reason]) => `${column}: ${asPart(reason)}`);
      wrong.push({ line, written, problems: asText });
      continue;
    }
    const body = bodyOf(read.fields);
    const isIdDerived = givenId === '';
    if (isIdDerived) {
      body.external_id = freeId(derivedId(idBeginning, body), (id) => givenIds.has(id) || derivedIds.has(id));
      derivedIds.add(body.external_id);
    }
    ready.push({ line, written, body, payer: read.payer, fee: read.fee, isIdDerived, twins: [] });
  }
  return { ready: withTwins(ready), wrong };
}

/** 64 bits of what the request is, whatever its external id. */
function derivedId(beginning: string, body: WithdrawalBody): string {
  const said = JSON.stringify(
    Object.entries({ ...body, external_id: '' }).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return `${beginning}-${bytesToHex(sha256(utf8ToBytes(said))).slice(0, 16)}`;
}

/** The external ID itself, or the first of the numbered ones. */
function freeId(id: string, isClaimed: (id: string) => boolean): string {
  let free = id;
  for (let times = 2; isClaimed(free); times += 1) free = `${id}-${times}`;
  return free;
}

function withTwins(rows: readonly ReadyRow[]): ReadyRow[] {
  const keyOf = ({ body: { network, currency, recipient_wallet: to, amount } }: ReadyRow) =>
    JSON.stringify([network, currency, to, amount]);
  const groups = Map.groupBy(rows, keyOf);
  const linesOf = new Map([...groups].map(([key, same]) => [key, same.map(({ line }) => line)]));
  return rows.map((row) => {
    const lines = linesOf.get(keyOf(row)) ?? [];
    return { ...row, twins: lines.length > 1 ? lines : [] };
  });
}

/** Long enough to get on, short enough to go unnoticed. */
const sliceMs = 12;

/**
 * Gives each value with how many came before it, and lets the page draw and answer whenever some milliseconds have
 * gone into them.
 */
async function* inSlices<T>(values: readonly T[]): AsyncGenerator<[done: number, value: T]> {
  let begun = performance.now();
  for (const [done, value] of values.entries()) {
    if (performance.now() - begun > sliceMs) {
      // oxlint-disable-next-line no-await-in-loop -- that is what it is for
      await new Promise((resolve) => setTimeout(resolve));
      begun = performance.now();
    }
    yield [done, value];
  }
}

/** A sentence as it reads after a colon: lower case, unless it starts with an abbreviation such as `USDT`. */
export function asPart(sentence: string): string {
  const [first = '', second = ''] = sentence;
  const start = second === second.toLowerCase() ? first.toLowerCase() : first;
  return `${start}${sentence.slice(1)}`.replace(/\.$/, '');
}
