import type { TransfersTable } from '#database/history-tables.ts';
import { type WalletNetwork, walletNetworks } from '#domain/networks.ts';
import { recordOf } from '#domain/record-of.ts';
import { toDate, type Instant } from '#domain/time.ts';
import type { DerivedAddress } from '../addresses/address-chains.ts';
import { momentAt } from './chain-facts.ts';
import { makeRandom } from './random.ts';
import type { SandboxSize } from './sandbox-size.ts';
import { sandboxWallets } from './sandbox-wallets.ts';
import { fundCustomers } from './world/funding.ts';
import { makeOutsideAddresses } from './world/outside-addresses.ts';
import { makeWorld, type World } from './world/world.ts';
import { makeCalendar } from './year/calendar.ts';
import { laterChecks } from './year/later-checks.ts';
import { circleOf, currenciesHeld, lastPlace, openingPlaces, type Holder } from './year/holders.ts';
import { makeYear } from './year/make-year.ts';
import { makePrices } from './year/prices.ts';
import type { Diary } from './year/scene.ts';

const scales: Record<SandboxSize, number> = { year: 1, sketch: 1 / 60 };

const seed = 20_260_630;

export type SandboxData = Diary & {
  openedAt: Instant;
  holders: readonly Holder[];
  world: World;
  /** The movements between outsiders. */
  outsideTransfers: TransfersTable[];
};

type Outset = {
  /** The account's addresses on each network, as many as there are wallets. */
  addresses: Readonly<Record<WalletNetwork, readonly DerivedAddress[]>>;
  /** When the year ends. */
  now: Instant;
  size: SandboxSize;
};

/**
 * An account as an operator knows it after a year, with everybody whom it deals with. Who, what, how much and
 * in which order is the same whenever the year ends; only the moments, and the years in names, are its own.
 */
export function makeSandboxData({ addresses, now, size }: Outset): SandboxData {
  const random = makeRandom(seed);
  const scale = scales[size];
  const calendar = makeCalendar(toDate(now).getTime());
  const world = makeWorld(random, makeOutsideAddresses(), scale);
  const described = sandboxWallets(toDate(now).getUTCFullYear());
  const openings = openingPlaces(described.length);
  const used = recordOf(walletNetworks, () => 0);
  let createdAt = momentAt(random, calendar.start);
  const holders: Holder[] = [];
  for (const [i, wallet] of described.entries()) {
    const derived = addresses[wallet.network][used[wallet.network]++];
    if (derived === undefined) throw new Error('An address is missing.');
    const from = openings[i] ?? 0;
    const at = momentAt(random, calendar.at(from));
    createdAt = at > createdAt ? at : createdAt;
    holders.push({
      ...wallet,
      ...derived,
      createdAt,
      from,
      until: lastPlace(random, wallet, from),
      currencies: currenciesHeld(random, wallet),
      ...circleOf(random, wallet, world),
    });
  }
  const prices = makePrices(random);
  const diary = makeYear({ random, calendar, prices, world, holders }, scale);
  return {
    ...diary,
    checks: [...diary.checks, ...laterChecks(diary.checks, world.labelled, now)],
    openedAt: momentAt(random, calendar.start - 3_600_000),
    holders,
    world,
    outsideTransfers: fundCustomers(random, diary.customerPayments),
  };
}
