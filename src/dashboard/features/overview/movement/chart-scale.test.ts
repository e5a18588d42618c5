import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { chartScale, leastBarHeight } from './chart-scale.ts';

const amounts = (...values: string[]) => values.map((value) => decimal(value));

describe('the scale of a chart', () => {
  it('has round lines, in above zero and out below', () => {
    const { ticks, zero, barHeight } = chartScale(amounts('0', '70'), amounts('30', '5'), 200);
    expect(ticks).toEqual([
      { value: '50', y: 40 },
      { value: '0', y: 140 },
    ]);
    expect(zero).toBe(140);
    expect(barHeight(decimal('70'))).toBe(140);
    expect(barHeight(decimal('30'))).toBe(60);
  });

  it('writes its lines exactly, however small they are', () => {
    const { ticks } = chartScale(amounts('0.0000003'), [], 200);
    expect(ticks.map(({ value }) => value)).toEqual(['0.0000003', '0.0000002', '0.0000001', '0']);
  });

  it('shows no bar for nothing, and a line to stand on where nothing moved', () => {
    const { ticks, zero, barHeight } = chartScale(amounts('0', '0'), amounts('0'), 200);
    expect(ticks).toEqual([{ value: '0', y: zero }]);
    expect(barHeight(decimal('0'))).toBe(0);
  });

  it('keeps tiny amounts beside a huge one visible', () => {
    const tiny = '0.000000000000000001';
    const { barHeight } = chartScale(amounts('1000000000', tiny, tiny), amounts(tiny), 200);
    expect(barHeight(decimal(tiny))).toBe(leastBarHeight);
    expect(barHeight(decimal('1000000000'))).toBeGreaterThan(150);
    expect(barHeight(decimal('0'))).toBe(0);
  });

  it('measures a net below zero by its size', () => {
    const { barHeight } = chartScale(amounts('10'), amounts('10'), 200);
    expect(barHeight(decimal('-10'))).toBe(barHeight(decimal('10')));
  });

  it('holds every bar within the chart, whatever the amounts', () => {
    const amount = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat({ max: 30 }))
      .map(([units, places]) => decimal(`${units}e-${places}`));
    fc.assert(
      fc.property(fc.array(amount), fc.array(amount), (incoming, outgoing) => {
        const height = 200;
        const { zero, ticks, barHeight } = chartScale(incoming, outgoing, height);
        for (const value of incoming) expect(barHeight(value)).toBeLessThanOrEqual(Math.max(zero, 2) + 1e-6);
        for (const value of outgoing)
          expect(barHeight(value)).toBeLessThanOrEqual(Math.max(height - zero, 2) + 1e-6);
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect(ticks.some(({ value, y }) => value === '0' && Math.abs(y - zero) < 1e-6)).toBe(true);
      }),
    );
  });
});
