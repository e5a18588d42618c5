import type { Decimal } from '#domain/decimal.ts';
import type { AmlNetwork } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';
import type { Category, FundingType } from './categories.ts';
import { roundShares, typesOf, type Source } from './funding.ts';
import { limits as usualLimits, type Limits } from './method.ts';
import { scoreOf } from './score.ts';
import {
  cutNotice,
  heaviestFirst,
  isCut,
  mainLabels,
  sendersOf,
  traceBack,
  transfersEach,
  WHOLE,
  type Trace,
} from './trace.ts';
import type { Label, Movement, TransfersReader } from './transfers.reader.ts';

export type Subject = { network: AmlNetwork; kind: 'address' | 'transaction'; value: string };

/** A label of the subject itself: of the address, or of a party to the transaction. */
type DirectHit = {
  role: 'address' | 'sender' | 'recipient';
  address: string;
  entity: string;
  category: Category;
  source: string;
};

export type Screening = {
  /** The address's owner; for a transaction, its largest sender. Undefined if unknown. */
  owner: string | undefined;
  directHits: DirectHit[];
  sources: Source[];
  types: { type: FundingType; share: number; direct: number }[];
  score: Decimal;
  hops: number;
  limitsReached: string[];
};

/** Screens an address or a transaction by what is known up to the moment `at`. */
export async function screen(
  reader: TransfersReader,
  subject: Subject,
  at: Instant,
  limits: Limits = usualLimits,
): Promise<Screening> {
  return subject.kind === 'address'
    ? await screenAddress(reader, subject.value, at, limits)
    : await screenTransaction(reader, subject.value, limits);
}

async function screenAddress(
  reader: TransfersReader,
  address: string,
  at: Instant,
  limits: Limits,
): Promise<Screening> {
  const labels = (await reader.labelsOf([address])).toSorted(heaviestFirst);
  const directHits = labels.map((label) => hit('address', label));
  const [main] = labels;
  if (main !== undefined) {
    // The funds of a labeled owner count as the owner's, no matter who paid in.
    const origins = [{ name: main.entity, type: main.category, share: WHOLE, direct: WHOLE }];
    return conclude({ origins, hops: 0, limitsReached: [] }, main.entity, directHits, limits);
  }
  const most = transfersEach(1, limits);
  const inflows = (await reader.inflowsOf([{ address, until: at }], most)).get(address) ?? [];
  const trace = await traceBack(reader, sendersOf(inflows), limits);
  if (isCut(inflows, most)) trace.limitsReached.unshift(cutNotice(address, most));
  return conclude(trace, undefined, directHits, limits);
}

async function screenTransaction(
  reader: TransfersReader,
  transactionId: string,
  limits: Limits,
): Promise<Screening> {
  const most = limits.transfersPerAddress;
  const movements = await reader.movementsOf(transactionId, most);
  const senders = sendersOf(inflowsOf(movements));
  const recipients = new Set(movements.map(({ recipient }) => recipient));
  const labels = (await reader.labelsOf([...new Set([...senders.keys(), ...recipients])])).toSorted(
    heaviestFirst,
  );
  const hitsAs = (role: 'sender' | 'recipient', of: (label: Label) => boolean) =>
    labels.filter(of).map((label) => hit(role, label));
  const directHits = [
    ...hitsAs('sender', ({ address }) => senders.has(address)),
    ...hitsAs('recipient', ({ address }) => recipients.has(address) && !senders.has(address)),
  ];
  const trace = await traceBack(reader, senders, limits);
  if (movements.length === most) {
    trace.limitsReached.unshift(`only ${most} movements of the transaction were looked at`);
  }
  const [largest] = [...senders].sort(([, a], [, b]) =>
    a.share === b.share ? 0 : a.share > b.share ? -1 : 1,
  );
  const owner = largest && mainLabels(labels).get(largest[0])?.entity;
  return conclude(trace, owner, directHits, limits);
}

function hit(role: DirectHit['role'], { address, entity, category, source }: Label): DirectHit {
  return { role, address, entity, category, source };
}

/** Outputs that return to the sender are change, unless there is nothing else. */
function inflowsOf(movements: readonly Movement[]) {
  const paid = movements.filter(({ sender, recipient }) => sender !== recipient);
  return (paid.length > 0 ? paid : movements).map(({ sender, currency, amount, at }) => ({
    sender,
    currency,
    amount,
    lastAt: at,
    payments: 1,
  }));
}

function conclude(
  { origins, hops, limitsReached }: Trace,
  owner: string | undefined,
  directHits: DirectHit[],
  limits: Limits,
): Screening {
  // Funds without a recorded inflow are funds of unknown origin: neither clean nor dirty.
  const unknown = 'unknown wallet / otc / service' as const;
  const known = origins.length > 0 ? origins : [{ name: unknown, type: unknown, share: WHOLE, direct: 0n }];
  const sources = roundShares(known, limits.sourcesNamed);
  const types = typesOf(sources);
  const score = scoreOf(
    types,
    directHits.map(({ category }) => category),
  );
  return { owner, directHits, sources, types, score, hops: origins.length > 0 ? hops : 0, limitsReached };
}
