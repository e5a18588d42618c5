import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, negate, sum } from '../arithmetic.ts';
import { decimal } from '../decimal.ts';
import { processorMs } from '../testing-processor-time.ts';
import { addMs, type Instant } from '../time.ts';
import { type BookLine, contentOf, type FileLine, type MatchResult } from './lines.ts';
import { matchLines } from './match-lines.ts';
import { sumResults } from './sum-results.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is written as one.
const start = '2026-01-01T00:00:00.000000Z' as Instant;
const hour = 3_600_000;
const at = (hours: number) => addMs(start, hours * hour);

const book = (id: string, changes: Partial<BookLine> = {}): BookLine => ({
  id,
  at: at(10),
  amount: decimal('5'),
  fee: null,
  currency: 'USDT',
  network: 'trx',
  hash: null,
  references: [id],
  ...changes,
});

const line = (number: number, changes: Partial<FileLine> = {}): FileLine => ({
  line: number,
  at: at(10),
  amount: decimal('5'),
  fee: null,
  currency: 'USDT',
  network: null,
  hash: null,
  reference: null,
  ...changes,
});

const options = { toleranceMs: 24 * hour, from: start, to: at(1000) };

const match = (ours: BookLine[], theirs: FileLine[], changes = {}) =>
  matchLines(ours, theirs, { ...options, ...changes }).results;

const brief = ({ kind, method, ours, theirs }: MatchResult) =>
  `${kind} ${method} ${ours?.id ?? '-'} ${theirs?.line ?? '-'}`;

describe('matching', () => {
  it('finds a hash in any spelling before a reference, and a reference before an amount', () => {
    const results = match(
      [book('a', { hash: `0x${'AB'.repeat(32)}` }), book('b'), book('c', { amount: decimal('7') })],
      [
        line(2, { hash: 'ab'.repeat(32), reference: 'b' }),
        line(3, { reference: 'b' }),
        line(4, { amount: decimal('7'), at: at(20) }),
      ],
    );
    expect(results.map(brief)).toEqual(['matched hash a 2', 'matched reference b 3', 'matched amount c 4']);
  });

  it('tells signatures apart by case', () => {
    const results = match([book('a', { hash: 'zQ9' })], [line(2, { hash: 'Zq9', amount: decimal('6') })]);
    expect(results.map(({ kind }) => kind)).toEqual(['missing_here', 'missing_there']);
  });

  it('says of the same movement what differs and by how much, to the last digit', () => {
    const [result] = match(
      [book('a', { amount: decimal('-5'), fee: decimal('0.1') })],
      [
        line(2, {
          reference: 'a',
          amount: decimal('5.000000000000000001'),
          fee: decimal('0.3'),
          currency: 'USDC',
          network: 'eth',
          at: at(35),
        }),
      ],
    );
    expect(result?.kind).toBe('different');
    expect(result?.differences).toEqual([
      { field: 'amount', ours: '-5', theirs: '5.000000000000000001', by: null },
      { field: 'currency', ours: 'USDT', theirs: 'USDC', by: null },
      { field: 'direction', ours: 'out', theirs: 'in', by: null },
      { field: 'fee', ours: '0.1', theirs: '0.3', by: '0.2' },
      { field: 'network', ours: 'trx', theirs: 'eth', by: null },
      { field: 'time', ours: at(10), theirs: at(35), by: String(25 * hour) },
    ]);
    const [less] = match([book('a')], [line(2, { reference: 'a', amount: decimal('4.9') })]);
    expect(less?.differences).toEqual([{ field: 'amount', ours: '5', theirs: '4.9', by: '-0.1' }]);
  });

  it('compares no fee of what was received, nor one that the file doesn’t have', () => {
    const received = book('a', { fee: decimal('0') });
    const given = book('b', { amount: decimal('-5'), fee: decimal('1') });
    const theirs = [
      line(2, { reference: 'a', fee: decimal('0.2') }),
      line(3, { reference: 'b', amount: decimal('-5') }),
    ];
    expect(match([received, given], theirs).map(({ kind }) => kind)).toEqual(['matched', 'matched']);
  });

  it('takes the nearest in time within the tolerance, and says that others could be meant', () => {
    const results = match(
      [book('a', { at: at(10) }), book('b', { at: at(14) }), book('c', { at: at(60) })],
      [line(2, { at: at(13) }), line(3, { at: at(85) })],
    );
    expect(results.map((result) => [brief(result), result.isAmbiguous])).toEqual([
      ['missing_there null a -', false],
      ['matched amount b 2', true],
      ['missing_there null c -', false],
      ['missing_here null - 3', false],
    ]);
    // Exactly the tolerance is within it.
    expect(match([book('c', { at: at(60) })], [line(3, { at: at(84) })]).map(brief)).toEqual([
      'matched amount c 3',
    ]);
  });

  it('uses each line once, and names a line of the file that is there twice', () => {
    for (const time of [at(9), at(10), at(11)]) {
      const twice = { reference: 'a', at: time };
      const results = match([book('a')], [line(7, twice), line(2, twice)]);
      const found = results.map((result) => [brief(result), result.duplicateOf]);
      expect(found).toContainEqual(['matched reference a 2', null]);
      expect(found).toContainEqual(['missing_here null - 7', 2]);
    }
  });

  it('never takes a line for another movement than the one it names', () => {
    const results = match(
      [book('a'), book('b', { at: at(11), hash: 'aa' })],
      // The second one of `a`, and another hash than that of `b`.
      [line(2, { reference: 'a' }), line(3, { reference: 'a' }), line(4, { hash: 'bb' })],
    );
    expect(results.map(({ kind }) => kind).toSorted()).toEqual([
      'matched',
      'missing_here',
      'missing_here',
      'missing_there',
    ]);
  });

  it('pairs both sides of an exchange, and of a payment between your own wallets, which share a name', () => {
    const out = { amount: decimal('-5'), currency: 'USDC', references: ['x'] };
    const ours = [book('out', out), book('in', { currency: 'SOL', references: ['x'] })];
    const theirs = [
      line(2, { reference: 'x', currency: 'SOL' }),
      line(3, { reference: 'x', amount: decimal('-5'), currency: 'USDC' }),
    ];
    expect(match(ours, theirs).map(brief)).toEqual(['matched reference in 2', 'matched reference out 3']);
  });

  it('prefers the network that the file names', () => {
    const ours = [book('a', { network: 'eth', at: at(11) }), book('b', { network: 'trx', at: at(20) })];
    const first = match(ours, [line(2, { network: 'trx' })]).find(({ kind }) => kind === 'matched');
    expect(first?.ours?.id).toBe('b');
  });

  it('compares a period and a currency, with what belongs to it across its edges', () => {
    const ours = [book('before', { at: at(-1) }), book('edge', { at: at(1), amount: decimal('8') })];
    const theirs = [line(2, { at: at(-2), amount: decimal('8') }), line(3, { at: at(2000) })];
    const { results, leftOut } = matchLines(ours, theirs, options);
    expect(results.map(brief)).toEqual(['matched amount edge 2']);
    expect(leftOut).toEqual({ ours: 1, theirs: 1 });
    const wrong = [line(4, { reference: 'edge', amount: decimal('8'), currency: 'USDC' })];
    expect(match(ours, wrong, { currency: 'USDT' }).map(brief)).toEqual(['different reference edge 4']);
    expect(match(ours, wrong, { currency: 'SOL' })).toEqual([]);
  });
});

const few = <T>(...values: T[]) => fc.constantFrom(...values);
const anyAmount = few('1', '-1', '2', '0.000000000000000001', '-3.5').map(decimal);
const anyBook = fc.record({
  hours: fc.integer({ min: 0, max: 90 }),
  amount: anyAmount,
  fee: few(null, '0', '0.5').map((fee) => (fee === null ? null : decimal(fee))),
  currency: few('USDT', 'ETH'),
  network: few(null, 'trx', 'eth'),
  hash: few(null, 'h1', 'h2', 'h3', 'h4'),
  document: few('r1', 'r2', 'r3', 'r4', 'r5'),
});
const anyBooks = fc.array(anyBook, { maxLength: 25 }).map((lines) =>
  lines.map(({ hours, document, ...rest }, index): BookLine => ({
    ...rest,
    id: `entry ${index}`,
    at: at(hours),
    references: [document, `${document} too`],
  })),
);
const anyFile = fc
  .array(fc.record({ book: anyBook, reference: few(null, 'r1', 'r2 too', 'r3', 'other') }), {
    maxLength: 25,
  })
  .map((lines) =>
    lines.map(({ book: { hours, document: _document, ...rest }, reference }, index): FileLine => ({
      ...rest,
      at: at(hours),
      reference,
      line: index + 2,
    })),
  );

const saying = (results: readonly MatchResult[]) =>
  results.map(({ kind, method, isAmbiguous, ours, theirs, differences }) =>
    JSON.stringify([kind, method, isAmbiguous, ours, theirs && contentOf(theirs), differences]),
  );

describe('for any books and file', () => {
  it('every line has exactly one result, and results add up to both sides', () => {
    fc.assert(
      fc.property(anyBooks, anyFile, (ours, theirs) => {
        const { results, leftOut } = matchLines(ours, theirs, options);
        expect(leftOut).toEqual({ ours: 0, theirs: 0 });
        const ids = results.flatMap((result) => result.ours?.id ?? []);
        expect(ids.toSorted()).toEqual(ours.map(({ id }) => id).toSorted());
        const lines = results.flatMap((result) => result.theirs?.line ?? []);
        expect(lines.toSorted((a, b) => a - b)).toEqual(theirs.map((each) => each.line));
        for (const currency of ['USDT', 'ETH']) {
          const sums = sumResults(results).filter((each) => each.currency === currency);
          const totalOf = (side: readonly { currency: string; amount: BookLine['amount'] }[]) =>
            sum(side.filter((each) => each.currency === currency).map(({ amount }) => amount));
          expect(sum(sums.map((each) => each.ours.amount))).toBe(totalOf(ours));
          expect(sum(sums.map((each) => each.theirs.amount))).toBe(totalOf(theirs));
          const difference = add(totalOf(theirs), negate(totalOf(ours)));
          expect(sum(sums.map((each) => each.difference))).toBe(difference);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('the order of the lines makes no difference', () => {
    const anyBoth = fc.tuple(anyBooks, anyFile);
    const anyShuffled = anyBoth.chain(([ours, theirs]) =>
      fc.tuple(
        fc.constant([ours, theirs] as const),
        fc.shuffledSubarray(ours, { minLength: ours.length }),
        fc.shuffledSubarray(theirs, { minLength: theirs.length }),
      ),
    );
    fc.assert(
      fc.property(anyShuffled, ([[ours, theirs], otherOurs, shuffled]) => {
        const renumbered = shuffled.map((each, index) => ({ ...each, line: index + 2 }));
        expect(saying(match(otherOurs, renumbered))).toEqual(saying(match(ours, theirs)));
      }),
      { numRuns: 300 },
    );
  });

  it('a file made of the books agrees with them', () => {
    fc.assert(
      fc.property(anyBooks, (ours) => {
        const unique = ours.map((each) => ({ ...each, references: [each.id], hash: null }));
        const file = unique.map(({ id, references: _references, ...rest }, index): FileLine => ({
          ...rest,
          reference: id,
          line: index + 2,
        }));
        expect(match(unique, file).every(({ kind }) => kind === 'matched')).toBe(true);
      }),
    );
  });
});

/** How long the processor works to match so many, in milliseconds. */
const many = (count: number) => {
  const times = Array.from({ length: count }, (_, index) => addMs(start, (index * 7919) % (900 * hour)));
  const ours = times.map((time, index) => book(`entry ${index}`, { at: time, references: ['r'] }));
  const theirs = times.map((time, index) => line(index + 2, { at: addMs(time, 1) }));
  return processorMs(() => expect(match(ours, theirs)).toHaveLength(count));
};

const fastest = (count: number) => Math.min(many(count), many(count), many(count));

it('takes hardly longer for each line of many, also if all of them look alike', () => {
  // Comparing each with each would take 64 times as long.
  expect(fastest(16_000) / fastest(2_000)).toBeLessThan(30);
});
