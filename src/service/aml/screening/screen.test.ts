import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { day, evmAddress, evmHash, label, pay } from '../testing-aml.ts';
import { limits as usualLimits, type Limits } from './method.ts';
import { screen } from './screen.ts';
import { transfersReader } from './transfers.reader.ts';

const database = useTestDatabase();
const subject = evmAddress(0);

const total = (shares: readonly { share: number }[]) => shares.reduce((sum, { share }) => sum + share, 0);

async function screened(changed: Partial<Limits> = {}, value = subject) {
  const reader = transfersReader(database.db, 'eth');
  return await screen(reader, { network: 'eth', kind: 'address', value }, day(1000), {
    ...usualLimits,
    ...changed,
  });
}

/** Shares by source, in hundredths of a percent. */
async function sharesOf(changed: Partial<Limits> = {}): Promise<Record<string, number>> {
  const { sources } = await screened(changed);
  return Object.fromEntries(sources.map(({ name, share }) => [name, share]));
}

/** Each address paid the one before it, the last of so many payments first. */
async function chain(payments: number): Promise<void> {
  const made = Array.from({ length: payments }, (_, i) => ({
    from: evmAddress(i + 1),
    to: evmAddress(i),
    amount: '10',
    on: payments - i,
  }));
  await pay(database.db, ...made);
}

describe('following funds back', () => {
  it.each([1, 2, 5])('finds a label %i payments back', async (payments) => {
    await chain(payments);
    await label(database.db, evmAddress(payments), 'Whirl', 'mixer');
    expect(await screened()).toMatchObject({
      sources: [{ name: 'Whirl', type: 'mixer', share: 10_000 }],
      hops: payments,
      score: '80',
      limitsReached: [],
    });
  });

  it('separates direct exposure to a category from indirect exposure', async () => {
    await label(database.db, evmAddress(9), 'Whirl', 'mixer');
    await label(database.db, evmAddress(8), 'Listed Person', 'sanctions');
    await pay(
      database.db,
      { from: evmAddress(9), to: evmAddress(1), amount: '30', on: 1 },
      { from: evmAddress(1), to: subject, amount: '30', on: 2 },
      { from: evmAddress(9), to: subject, amount: '10', on: 2 },
      { from: evmAddress(2), to: subject, amount: '60', on: 2 },
      // Less than a hundredth of a percent, but still named.
      { from: evmAddress(8), to: subject, amount: '0.000001', on: 2 },
    );
    expect((await screened()).types).toEqual([
      { type: 'unknown wallet / otc / service', share: 6_000, direct: 0 },
      { type: 'mixer', share: 4_000, direct: 1_000 },
      { type: 'sanctions', share: 0, direct: 1 },
    ]);
  });

  it('stops after five payments, and says that the trail continues', async () => {
    await chain(6);
    await label(database.db, evmAddress(6), 'Whirl', 'mixer');
    expect(await sharesOf()).toEqual({ 'maximum depth reached': 10_000 });
    await database.db.deleteFrom('transfers').where('sender', '=', evmAddress(6)).execute();
    expect(await sharesOf()).toEqual({ 'unknown wallet / otc / service': 10_000 });
  });

  it('follows a share of exactly 0.1 %, and none below it', async () => {
    await label(database.db, evmAddress(9), 'Whirl', 'mixer');
    await pay(
      database.db,
      { from: evmAddress(9), to: evmAddress(1), amount: '5', on: 1 },
      { from: evmAddress(9), to: evmAddress(2), amount: '5', on: 1 },
      { from: evmAddress(1), to: subject, amount: '1', on: 2 },
      { from: evmAddress(2), to: subject, amount: '0.999', on: 2 },
      { from: evmAddress(3), to: subject, amount: '998.001', on: 2 },
    );
    expect(await sharesOf()).toEqual({
      'unknown wallet / otc / service': 9_980,
      Whirl: 10,
      'small transactions': 10,
    });
  });

  it('names a labeled sender however small its share is', async () => {
    await label(database.db, evmAddress(1), 'Listed Person', 'sanctions');
    await pay(
      database.db,
      { from: evmAddress(1), to: subject, amount: '0.000001', on: 1 },
      { from: evmAddress(2), to: subject, amount: '1000000', on: 1 },
    );
    expect(await sharesOf()).toEqual({ 'unknown wallet / otc / service': 10_000, 'Listed Person': 0 });
  });

  it('counts what a sender received at the very moment it paid, and nothing later', async () => {
    await label(database.db, evmAddress(8), 'Northbank', 'exchange');
    await label(database.db, evmAddress(9), 'Listed Person', 'sanctions');
    await pay(
      database.db,
      { from: evmAddress(8), to: evmAddress(1), amount: '1', on: 5 },
      { from: evmAddress(1), to: subject, amount: '1', on: 5 },
      { from: evmAddress(9), to: evmAddress(1), amount: '100', on: 6 },
    );
    expect(await sharesOf()).toEqual({ Northbank: 10_000 });
  });

  it('takes no payment of an address to itself for an inflow', async () => {
    await pay(database.db, { from: subject, to: subject, amount: '5', on: 1 });
    expect(await screened()).toMatchObject({
      sources: [{ name: 'unknown wallet / otc / service', share: 10_000 }],
      hops: 0,
    });
  });

  it('does not see the same address on another network', async () => {
    await label(database.db, evmAddress(1), 'Whirl', 'mixer', { network: 'bnb' });
    await pay(database.db, { from: evmAddress(1), to: subject, amount: '5', on: 1 });
    expect(await sharesOf()).toEqual({ 'unknown wallet / otc / service': 10_000 });
  });
});

describe('a limit', () => {
  it('of addresses a hop follows the largest, and says what it left', async () => {
    await label(database.db, evmAddress(9), 'Northbank', 'exchange');
    for (const [index, amount] of ['50', '30', '20'].entries()) {
      await pay(
        database.db,
        { from: evmAddress(9), to: evmAddress(index + 1), amount: '100', on: 1 },
        { from: evmAddress(index + 1), to: subject, amount, on: 2 },
      );
    }
    expect(await sharesOf({ addressesPerHop: 2 })).toEqual({
      Northbank: 8_000,
      'tracing limit reached': 2_000,
    });
    const { limitsReached } = await screened({ addressesPerHop: 2 });
    expect(limitsReached).toEqual(['hop 1: only the 2 largest senders were followed']);
  });

  it('of payments an address looks at the newest, and says so', async () => {
    await label(database.db, evmAddress(1), 'Whirl', 'mixer');
    await label(database.db, evmAddress(2), 'Northbank', 'exchange');
    await pay(
      database.db,
      { from: evmAddress(1), to: subject, amount: '100', on: 1 },
      { from: evmAddress(2), to: subject, amount: '1', on: 2 },
      { from: evmAddress(2), to: subject, amount: '1', on: 3 },
    );
    const { sources, limitsReached } = await screened({ transfersPerAddress: 2 });
    expect(sources).toEqual([{ name: 'Northbank', type: 'exchange', share: 10_000, direct: 10_000 }]);
    expect(limitsReached).toEqual([`${subject}: only the newest 2 incoming payments were looked at`]);
  });

  it('of sources that are named keeps the severe ones, and puts the others together by category', async () => {
    for (const [index, category] of (['exchange', 'exchange', 'sanctions'] as const).entries()) {
      await label(database.db, evmAddress(index + 1), `Owner ${index}`, category);
      await pay(database.db, { from: evmAddress(index + 1), to: subject, amount: String(30 - index), on: 1 });
    }
    const { sources, types } = await screened({ sourcesNamed: 1 });
    expect(sources.map(({ name }) => name)).toEqual(['other: exchange', 'Owner 2']);
    expect(types.map(({ type }) => type)).toEqual(['exchange', 'sanctions']);
  });
});

describe('whatever the history', () => {
  const categories = ['exchange', 'mixer', 'sanctions', 'mining'] as const;
  const addresses = 8;
  const world = fc.record({
    payments: fc.array(
      fc.record({
        from: fc.nat(addresses - 1),
        to: fc.nat(addresses - 1),
        amount: fc.integer({ min: 1, max: 1_000_000 }).map((units) => String(units / 1000)),
        on: fc.integer({ min: 1, max: 20 }),
        currency: fc.constantFrom('USDT' as const, 'ETH' as const),
      }),
      { maxLength: 40 },
    ),
    labels: fc.array(
      fc.record({
        of: fc.integer({ min: 1, max: addresses - 1 }),
        category: fc.constantFrom(...categories),
      }),
      { maxLength: 4 },
    ),
  });
  type World = typeof world extends fc.Arbitrary<infer Made> ? Made : never;

  async function build({ payments, labels }: World, isReversed = false): Promise<void> {
    await database.db.deleteFrom('transfers').execute();
    await database.db.deleteFrom('aml_labels').execute();
    const made = payments.map((payment, i) => ({
      ...payment,
      from: evmAddress(payment.from),
      to: evmAddress(payment.to),
      hash: evmHash(i),
    }));
    if (made.length > 0) await pay(database.db, ...(isReversed ? made.toReversed() : made));
    for (const { of, category } of labels) {
      await label(database.db, evmAddress(of), `${category} ${of}`, category, { source: category });
    }
  }

  it('the sources and the types each add up to exactly 100 %', async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.integer({ min: 1, max: 5 }), async (made, addressesPerHop) => {
        await build(made);
        const { sources, types } = await screened({ addressesPerHop });
        expect({ sources: total(sources), types: total(types) }).toEqual({ sources: 10_000, types: 10_000 });
      }),
      { numRuns: 40 },
    );
  });

  it('the order in which it was written changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (made) => {
        await build(made);
        const first = await screened();
        await build(made, true);
        expect(await screened()).toEqual(first);
      }),
      { numRuns: 20 },
    );
  });
});
