import { describe, expect, it } from 'vitest';
import { MOST_IMPORTED } from '#contract/gateway/address-book.ts';
import type { PlannedEntry } from './plan-import.ts';
import { type RowOutcome, type RowResult, runImport, formatTally } from './run-import.ts';

const linesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    line: index + 2,
    entry: { name: `Entry ${index}`, network: 'eth' as const, address: `0x${index}`, note: '' },
  }));

const entry = { name: 'Known' } as never;

async function run(count: number, send: (rows: PlannedEntry[]) => Promise<readonly RowResult[]>) {
  const controller = new AbortController();
  const outcomes = new Map<number, RowOutcome>();
  const sent: number[] = [];
  await runImport(linesOf(count), {
    send: async (rows) => {
      sent.push(rows.length);
      return send(rows);
    },
    onOutcomes: (more) => {
      for (const [line, outcome] of more) outcomes.set(line, outcome);
    },
    signal: controller.signal,
  });
  return { outcomes, sent };
}

const addAll = async (rows: PlannedEntry[]) =>
  rows.map((): RowResult => ({ outcome: 'added', entry, problems: {} }));

describe('an import', () => {
  it('sends no more rows in a request than it takes, and every row once', async () => {
    const { outcomes, sent } = await run(2 * MOST_IMPORTED + 1, addAll);
    expect(sent).toEqual([MOST_IMPORTED, MOST_IMPORTED, 1]);
    expect(formatTally(outcomes.values())).toBe(`${2 * MOST_IMPORTED + 1} added`);
    expect([...outcomes.keys()]).toEqual(linesOf(2 * MOST_IMPORTED + 1).map(({ line }) => line));
  });

  it("reports each row's outcome", async () => {
    const { outcomes } = await run(4, async () => [
      { outcome: 'added', entry, problems: {} },
      { outcome: 'exists', entry, problems: {} },
      { outcome: 'refused', entry: null, problems: { name: 'too long', note: 'must be text' } },
    ]);
    expect([...outcomes.values()]).toEqual([
      { state: 'added' },
      { state: 'exists', name: 'Known' },
      { state: 'refused', reason: 'name: too long; note: must be text' },
      { state: 'failed', reason: 'The response doesn’t mention this row.' },
    ]);
    expect(formatTally(outcomes.values())).toBe('1 added, 1 already saved, 1 refused, 1 failed');
  });

  it('ends at a request that fails, and never takes that for a success', async () => {
    let requests = 0;
    const { outcomes, sent } = await run(2 * MOST_IMPORTED + 1, async (rows) => {
      requests += 1;
      if (requests === 2) throw new Error('No answer came');
      return addAll(rows);
    });
    expect(sent).toEqual([MOST_IMPORTED, MOST_IMPORTED]);
    expect(outcomes.get(MOST_IMPORTED + 2)).toEqual({ state: 'failed', reason: 'No answer came.' });
    expect(formatTally(outcomes.values())).toBe(
      `${MOST_IMPORTED} added, ${MOST_IMPORTED} failed, 1 not tried`,
    );
  });
});
