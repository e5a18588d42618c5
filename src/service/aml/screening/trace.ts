import { add, multiply } from '#domain/arithmetic.ts';
import type { Decimal } from '#domain/decimal.ts';
import type { Currency } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';
import { apportion } from './apportion.ts';
import { categories, type FundingType, type Residual } from './categories.ts';
import { referencePrices, type Limits } from './method.ts';
import type { Inflow, Label, Recipient, TransfersReader } from './transfers.reader.ts';

/**
 * All funds of the subject, in the units that shares are counted in. Whole units are divided and never lost
 * (see `apportion`), so that what is found adds up to exactly this, however far it was followed.
 */
export const WHOLE = 10n ** 24n;

/** A part of the funds, and until when its holder can have received it. */
export type Part = { share: bigint; until: Instant };

/** Where a part of the funds comes from. `direct`: what of it the subject received straight from there. */
export type Origin = { name: string; type: FundingType; share: bigint; direct: bigint };

export type Trace = {
  origins: Origin[];
  /** How many payments back the furthest address was that was looked at. */
  hops: number;
  /** Describes what wasn't examined because of the limits. */
  limitsReached: string[];
};

/**
 * Follows funds back through payments: who sent them, who sent them to those, and so on, hop by hop.
 * `senders` are those of the first hop, with the share each sent.
 *
 * Every address passes on, pro rata, all that it had received until the last of its payments on the way. The
 * parts that reach the same address at the same hop are followed as one. Nothing here depends on the order
 * in which the reader answers.
 */
export async function traceBack(
  reader: TransfersReader,
  senders: ReadonlyMap<string, Part>,
  limits: Limits,
): Promise<Trace> {
  const origins = new Origins();
  const limitsReached: string[] = [];
  let hop = 0;
  let parts = senders;
  while (parts.size > 0) {
    hop += 1;
    const labels = mainLabels(await reader.labelsOf([...parts.keys()]));
    const unlabelled = [...parts].filter(([address, { share }]) => {
      const label = labels.get(address);
      if (label !== undefined) origins.add(label.entity, label.category, share, hop === 1 ? share : 0n);
      return label === undefined;
    });
    const { small, followed, beyond } = chooseFollowed(unlabelled, limits);
    for (const [, { share }] of small) origins.addResidual('small transactions', share);
    for (const [, { share }] of beyond) origins.addResidual('tracing limit reached', share);
    if (beyond.length > 0) {
      limitsReached.push(`hop ${hop}: only the ${followed.length} largest senders were followed`);
    }
    const isLast = hop === limits.hops;
    const most = isLast ? 1 : transfersEach(followed.length, limits);
    const recipients = followed.map(([address, { until }]): Recipient => ({ address, until }));
    const inflows = await reader.inflowsOf(recipients, most);
    const next = new Map<string, Part>();
    for (const [address, { share }] of followed) {
      const found = inflows.get(address) ?? [];
      if (found.length === 0) origins.addResidual('unknown wallet / otc / service', share);
      else if (isLast) origins.addResidual('maximum depth reached', share);
      else {
        if (isCut(found, most)) limitsReached.push(cutNotice(address, most));
        divide(found, share, next);
      }
    }
    parts = next;
  }
  return { origins: origins.list(), hops: hop, limitsReached };
}

/** The senders of the subject's own incoming payments, each with its share of all funds. */
export function sendersOf(inflows: readonly Inflow[]): Map<string, Part> {
  const senders = new Map<string, Part>();
  if (inflows.length > 0) divide(inflows, WHOLE, senders);
  return senders;
}

/** How many payments of each address are looked at where so many addresses are. */
export function transfersEach(addresses: number, limits: Limits): number {
  return Math.min(limits.transfersPerAddress, Math.floor(limits.transfersPerHop / Math.max(1, addresses)));
}

export function isCut(inflows: readonly Inflow[], most: number): boolean {
  return inflows.reduce((total, { payments }) => total + payments, 0) >= most;
}

export function cutNotice(address: string, most: number): string {
  return `${address}: only the newest ${most} incoming payments were looked at`;
}

/** If an address has several labels, the one of the heaviest category counts. */
export function mainLabels(labels: readonly Label[]): Map<string, Label> {
  const main = new Map<string, Label>();
  for (const label of labels.toSorted(heaviestFirst)) {
    if (!main.has(label.address)) main.set(label.address, label);
  }
  return main;
}

export function heaviestFirst(a: Label, b: Label): number {
  const byWeight = categories[b.category].weight - categories[a.category].weight;
  return byWeight !== 0 ? byWeight : compareText(textOf(a), textOf(b));
}

const textOf = ({ category, entity, source, address }: Label) =>
  `${category}\n${entity}\n${source}\n${address}`;

export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

type AddressPart = [address: string, part: Part];

/** The addresses that are followed, the largest first; those that are too small; and those beyond the limit. */
function chooseFollowed(unlabelled: readonly AddressPart[], limits: Limits) {
  const isSmall = ({ share }: Part) => share * 10_000n < BigInt(limits.smallShare) * WHOLE;
  const small = unlabelled.filter(([, part]) => isSmall(part));
  const large = unlabelled.filter(([, part]) => !isSmall(part)).sort(largestFirst);
  const { addressesPerHop } = limits;
  return { small, followed: large.slice(0, addressesPerHop), beyond: large.slice(addressesPerHop) };
}

function largestFirst([a, { share: ofA }]: AddressPart, [b, { share: ofB }]: AddressPart): number {
  if (ofA !== ofB) return ofA > ofB ? -1 : 1;
  return compareText(a, b);
}

/** Divides a share among those who paid it in, in the proportion of what each paid. */
function divide(inflows: readonly Inflow[], share: bigint, into: Map<string, Part>): void {
  const senders = new Map<string, { value: Decimal; until: Instant }>();
  for (const { sender, currency, amount, lastAt } of inflows) {
    const known = senders.get(sender);
    const value = valueOf(amount, currency);
    senders.set(sender, {
      value: known === undefined ? value : add(known.value, value),
      until: known === undefined || known.until < lastAt ? lastAt : known.until,
    });
  }
  const sorted = [...senders].sort(([a], [b]) => compareText(a, b));
  const shares = apportion(
    share,
    sorted.map(([, { value }]) => toUnits(value)),
  );
  for (const [index, [address, { until }]] of sorted.entries()) {
    const known = into.get(address);
    into.set(address, {
      share: (known?.share ?? 0n) + (shares[index] ?? 0n),
      until: known === undefined || known.until < until ? until : known.until,
    });
  }
}

function valueOf(amount: Decimal, currency: Currency): Decimal {
  return multiply(amount, referencePrices[currency]);
}

const unitPlaces = 30;

/** An amount has at most 18 decimals and a price few, so that no digit is lost. */
function toUnits(value: Decimal): bigint {
  const [whole = '0', fraction = ''] = value.split('.');
  return BigInt(whole + fraction.slice(0, unitPlaces).padEnd(unitPlaces, '0'));
}

class Origins {
  readonly #found = new Map<string, Origin>();

  add(name: string, type: FundingType, share: bigint, direct: bigint): void {
    const key = `${type}\n${name}`;
    const known = this.#found.get(key);
    this.#found.set(key, {
      name,
      type,
      share: (known?.share ?? 0n) + share,
      direct: (known?.direct ?? 0n) + direct,
    });
  }

  addResidual(residual: Residual, share: bigint): void {
    this.add(residual, residual, share, 0n);
  }

  list(): Origin[] {
    return [...this.#found.values()];
  }
}
