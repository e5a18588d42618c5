import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { categories, residuals } from './categories.ts';
import { limits, methodVersion, referencePrices, riskLevels, severeFloors } from './method.ts';

const file = path.join(import.meta.dirname, '../../../../docs/aml-method.md');
const text = await readFile(file, 'utf8');

/** The cells of every row of every table. */
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
const rowOf = (first: string) => rows.find(([cell]) => cell === first);
const count = (number: number) => number.toLocaleString('en-US');

describe('docs/aml-method.md', () => {
  it('names the version', () => {
    expect(text).toContain(`Method version **${methodVersion}**`);
  });

  it.each(Object.entries({ ...categories, ...residuals }))('tells what "%s" weighs', (name, facts) => {
    const { weight, severity, meaning } = facts;
    expect(rowOf(name)).toEqual([name, String(weight), severity, meaning]);
  });

  it('lists no category that there is not', () => {
    const known = Object.keys({ ...categories, ...residuals });
    const listed = rows.filter(([, , severity = '']) =>
      ['severe', 'high', 'medium', 'low'].includes(severity),
    );
    expect(listed.map(([name]) => name)).toEqual(known);
  });

  it('documents the floors and the risk levels', () => {
    for (const { share, score } of severeFloors) {
      expect(rowOf(`${share / 100} %`)).toEqual([`${share / 100} %`, String(score)]);
    }
    const [severe, high, medium] = riskLevels.map(({ from }) => from);
    expect(text).toContain(
      `From ${severe} on a report says severe risk, from ${high} on high, from ${medium}`,
    );
  });

  it('documents the limits', () => {
    expect(rowOf('Hops')?.[1]).toBe(String(limits.hops));
    expect(rowOf('Addresses followed at one hop')?.[1]).toContain(count(limits.addressesPerHop));
    expect(rowOf('Incoming payments of one address')?.[1]).toContain(count(limits.transfersPerAddress));
    expect(rowOf('Incoming payments at one hop')?.[1]).toContain(count(limits.transfersPerHop));
    expect(rowOf('Sources named in a report')?.[1]).toContain(count(limits.sourcesNamed));
    expect(rowOf('Payments counted for `transactions` and `balances`')?.[1]).toContain(
      count(limits.transfersCounted),
    );
    expect(text).toContain(`below ${limits.smallShare / 100} % of the subject's funds`);
  });

  it('documents the reference prices', () => {
    const heading = rows.findIndex(([cell]) => cell === 'USDT');
    expect(rows[heading]).toEqual(Object.keys(referencePrices));
    expect(rows[heading + 2]).toEqual(Object.values(referencePrices));
  });
});
