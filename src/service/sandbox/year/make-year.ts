import { momentAt } from '../chain-facts.ts';
import type { Random } from '../random.ts';
import { receiveAndRefund, receiveDeposit, receiveDust } from './deposits.ts';
import { askForCheck } from './checks.ts';
import { exchange } from './exchanges.ts';
import type { Holder } from './holders.ts';
import { makeHoldings } from './holdings.ts';
import { moveBetweenWallets, pay, payEverything } from './payouts.ts';
import { requestWithdrawal } from './requests.ts';
import { type Diary, later, type Scene } from './scene.ts';
import { sweep, sweepWallet } from './sweeps.ts';

/** How often each thing happens in a whole year. */
const plan = {
  deposit: 14_900,
  payout: 3_300,
  transfer: 440,
  request: 770,
  exchange: 1_497,
  sweep: 3_000,
  check: 60,
};

type Kind = keyof typeof plan;

/** What happens by chance, and how it is made; false where it cannot be at this place of the year. */
const makers: Record<Kind, (scene: Scene) => boolean> = {
  deposit: (scene) => receiveDeposit(scene),
  payout: pay,
  transfer: moveBetweenWallets,
  request: (scene) => requestWithdrawal(scene, endOfRequest(scene.random)),
  exchange: (scene) => exchange(scene),
  sweep,
  check: (scene) => askForCheck(scene),
};

/** How many requests are open when the year ends, and from which place of the year on. */
const openRequests = [
  { status: 'processing', count: 16, from: 0.9957 },
  { status: 'new', count: 14, from: 0.9985 },
] as const;
const openDeposits = { count: 12, from: 0.9997 };
const openExchanges = { count: 3, from: 0.9999 };
const openChecks = { count: 2, from: 0.99996 };
/** One moment in so many is that of what happened just before: a block holds more than one payment. */
const sharedMoments = 0.02;
const refundedWallets = 8;

/** Things that happen at a place of their own, in their order. */
type Appointment = { place: number; happen: (scene: Scene) => void };

/** Lets the year happen. `scale` 1 is a whole one; the order of things does not depend on when it ends. */
export function makeYear(
  outset: Omit<Scene, 'holdings' | 'diary' | 'place' | 'moment'>,
  scale: number,
): Diary {
  const { random, holders } = outset;
  const diary: Diary = {
    transactions: [],
    postings: [],
    exchanges: [],
    requests: [],
    payments: [],
    refunds: [],
    customerPayments: [],
    checks: [],
  };
  const moment = momentAt(random, outset.calendar.start);
  const scene: Scene = { ...outset, holdings: makeHoldings(), diary, place: 0, moment };
  const steps = shuffledSteps(random, scale);
  const appointments = makeAppointments(random, holders, scale);
  /** What could not happen when it should have, for want of funds, happens as soon as it can. */
  const owed: Kind[] = [];
  let kept = 0;
  for (const [i, kind] of steps.entries()) {
    const place = (i + random.fraction()) / steps.length;
    for (let next = appointments[kept]; next && next.place <= place; next = appointments[kept]) {
      goTo(scene, next.place);
      next.happen(scene);
      kept += 1;
    }
    goTo(scene, place);
    const late = owed.shift();
    if (late !== undefined && !makers[late](scene)) owed.push(late);
    if (!makers[kind](scene)) owed.push(kind);
  }
  for (const { place, happen } of appointments.slice(kept)) {
    goTo(scene, place);
    happen(scene);
  }
  return diary;
}

function goTo(scene: Scene, place: number): void {
  scene.place = Math.max(place, scene.place);
  if (!scene.random.chance(sharedMoments)) scene.moment = later(scene, 0);
  scene.holdings.nextStep();
}

function shuffledSteps(random: Random, scale: number): Kind[] {
  const steps = Object.entries(plan).flatMap(([kind, count]) =>
    Array.from({ length: Math.max(1, Math.round(count * scale)) }, () => kind as Kind),
  );
  for (let last = steps.length - 1; last > 0; last -= 1) {
    const other = random.integer(last + 1);
    [steps[last], steps[other]] = [steps[other] ?? 'deposit', steps[last] ?? 'deposit'];
  }
  return steps;
}

function endOfRequest(random: Random): 'completed' | 'rejected' | 'error' {
  const fate = random.fraction();
  if (fate < 0.055) return 'rejected';
  return fate < 0.09 ? 'error' : 'completed';
}

function makeAppointments(random: Random, holders: readonly Holder[], scale: number): Appointment[] {
  const appointments: Appointment[] = [];
  const add = (place: number, happen: Appointment['happen']) => appointments.push({ place, happen });

  for (const holder of holders) {
    const { size, type, from, until } = holder;
    const used = (share: number) => from + (until - from) * share;
    if (size === 'dust') add(used(0.1 + 0.8 * random.fraction()), (scene) => receiveDust(scene, holder));
    if (size === 'empty') {
      add(Math.min(until + 0.001, 0.995), (scene) => {
        if (type === 'user') payEverything(scene, holder);
        else sweepWallet(scene, holder);
      });
    }
  }
  const busy = holders.filter(({ size, from }) => size !== 'empty' && size !== 'dust' && from < 0.8);
  const every = Math.floor(busy.length / refundedWallets);
  for (const [n, holder] of busy
    .filter((_, i) => i % every === 0)
    .slice(0, refundedWallets)
    .entries()) {
    const { from, until } = holder;
    for (let k = 0; k <= n % 3; k += 1) {
      const place = from + (Math.min(until, 0.97) - from) * random.fraction();
      add(place, (scene) => receiveAndRefund(scene, holder));
    }
  }

  const untilEnd = (from: number, count: number, happen: Appointment['happen']) => {
    for (let i = 0; i < count; i += 1)
      add(from + ((0.99999 - from) * (i + random.fraction())) / count, happen);
  };
  const isWhole = scale === 1;
  for (const { status, count, from } of openRequests) {
    untilEnd(from, isWhole ? count : 2, (scene) => {
      insist(() => requestWithdrawal(scene, status));
    });
  }
  untilEnd(openDeposits.from, isWhole ? openDeposits.count : 2, (scene) => {
    receiveDeposit(scene, 'in_progress');
  });
  untilEnd(openExchanges.from, isWhole ? openExchanges.count : 1, (scene) => {
    insist(() => exchange(scene, 'in_progress'));
  });
  add(0.62, (scene) => {
    askForCheck(scene, 'failed');
  });
  untilEnd(openChecks.from, openChecks.count, (scene) => {
    askForCheck(scene, 'pending');
  });
  // Something always stands on addresses of the shared pool, and something is on its way to it.
  for (const holder of holders.filter(isOfSharedPool).slice(0, 3)) {
    add(0.99994, (scene) => {
      insist(() => receiveDeposit(scene, 'completed', holder));
    });
  }
  add(0.99995, (scene) => {
    insist(() => {
      const holder = random.weighted(holders.filter(isOfSharedPool), () => 1);
      return holder !== undefined && sweepWallet(scene, holder, { isSettled: false });
    });
  });
  return appointments.sort((a, b) => a.place - b.place);
}

/** Takes little but USDT that one pool of Tron and Ethereum has in the end. */
function isOfSharedPool({ type, network, currencies, status, size }: Holder): boolean {
  const isUsed = status === 'active' && (size === 'small' || size === 'medium');
  return isUsed && type === 'accounting' && network === 'trx' && currencies[0] === 'USDT';
}

/** Each attempt makes a new choice. */
function insist(attempt: () => boolean): void {
  for (let tries = 0; tries < 50; tries += 1) if (attempt()) return;
}
