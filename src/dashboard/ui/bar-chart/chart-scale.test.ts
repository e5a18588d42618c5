import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { chartScale, leastBarHeight, lineScale } from './chart-scale.ts';

const amounts = (...values: string[]) => values.map((value) => decimal(value));

describe('the scale of a chart', () => {
  it('has round lines, in above zero and out below', () => {
    const { ticks, zero, barHeight } = chartScale(amounts('0', '70'), amounts('30', '5'), 200);
    expect(ticks).toEqual([
      { value: '60', y: 20 },
      { value: '40', y: 60 },
      { value: '20', y: 100 },
      { value: '0', y: 140 },
      { value: '20', y: 180 },
    ]);
    expect(zero).toBe(140);
    expect(barHeight(decimal('70'))).toBe(140);
    expect(barHeight(decimal('30'))).toBe(60);
  });

  it('writes its lines exactly, however small they are', () => {
    const { ticks } = chartScale(amounts('0.0000003'), [], 200);
    expect(ticks.map(({ value }) => value)).toEqual([
      '0.0000003',
      '0.0000002',
      '0.0000001',
      '0',
      '0.0000001',
    ]);
  });

  it('shows no bar for zero, and a baseline if nothing moved', () => {
    const { ticks, zero, barHeight } = chartScale(amounts('0', '0'), amounts('0'), 200);
    expect(ticks).toEqual([{ value: '0', y: zero }]);
    expect(barHeight(decimal('0'))).toBe(0);
  });

  it('keeps tiny amounts next to huge ones visible', () => {
    const tiny = '0.000000000000000001';
    const { barHeight } = chartScale(amounts('1000000000', '1000000000', tiny), amounts(tiny), 200);
    expect(barHeight(decimal(tiny))).toBe(leastBarHeight);
    expect(barHeight(decimal('1000000000'))).toBeGreaterThan(100);
    expect(barHeight(decimal('0'))).toBe(0);
  });

  it.each([
    ['both', ['10'], ['10']],
    ['one far smaller', ['1000'], ['1']],
    ['in only', ['70'], []],
    ['out only', ['0'], ['0.07']],
  ])('has room and lines on both sides of zero: %s', (_, incoming, outgoing) => {
    const { ticks, zero } = chartScale(amounts(...incoming), amounts(...outgoing), 200);
    expect(Math.min(zero, 200 - zero)).toBeGreaterThanOrEqual(60);
    expect(ticks.some(({ y }) => y < zero - 1)).toBe(true);
    expect(ticks.some(({ y }) => y > zero + 1)).toBe(true);
  });

  it('cuts an outlier instead of flattening the other bars', () => {
    const month = Array.from({ length: 29 }, (_, index) => String(10 + index));
    const { barHeight, isCut } = chartScale(amounts(...month, '1000000'), amounts(...month), 200);
    expect(barHeight(decimal('38'))).toBeGreaterThan(70);
    expect(barHeight(decimal('1000000'))).toBeGreaterThan(barHeight(decimal('38')));
    expect([isCut(decimal('38')), isCut(decimal('1000000'))]).toEqual([false, true]);
  });

  it('cuts an outlier on either side, by the size of all amounts', () => {
    const { isCut } = chartScale(amounts('2', '3', '1', '2'), amounts('1', '500', '2'), 200);
    expect(['3', '500'].map((amount) => isCut(decimal(amount)))).toEqual([false, true]);
  });

  it.each([
    ['few amounts', ['1', '1', '1000'], '1000'],
    ['a quarter of them', ['1', '1', '1', '1', '1', '1', '1000', '1000'], '1000'],
    ['one four times as large', ['10', '10', '10', '10', '40'], '40'],
  ])('cuts nothing that is ordinary: %s', (_, incoming, largest) => {
    expect(chartScale(amounts(...incoming), [], 200).isCut(decimal(largest))).toBe(false);
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
        expect(ticks.length).toBeLessThanOrEqual(10);
        expect(ticks.some(({ value, y }) => value === '0' && Math.abs(y - zero) < 1e-6)).toBe(true);
      }),
    );
  });
});

describe('the scale of a line', () => {
  it('goes from its lowest point to its highest, and cuts nothing', () => {
    const { zero, ticks, barHeight } = lineScale(amounts('-10', '0', '1', '1', '30'), 80);
    expect(zero).toBe(60);
    expect(barHeight(decimal('30'))).toBe(60);
    expect(barHeight(decimal('-10'))).toBe(20);
    expect(ticks).toEqual([
      { value: '20', y: 20 },
      { value: '0', y: 60 },
    ]);
  });

  it.each([
    ['above zero', ['1', '4'], 80],
    ['below zero', ['-1', '-4'], 0],
  ])('takes all room %s', (_, running, zero) => {
    expect(lineScale(amounts(...running), 80).zero).toBe(zero);
  });
});
