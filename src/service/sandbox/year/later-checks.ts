import { createHash } from 'node:crypto';
import { ZERO } from '#domain/decimal.ts';
import { type Instant, instantFromDate, toDate } from '#domain/time.ts';
import type { Labelled } from '../world/world.ts';
import type { PlannedCheck } from './scene.ts';

/** So many of the year's checks are made once more in its last days. */
const CHECKED_AGAIN = 10;
const HOUR_MS = 3_600_000;
const EVERY_HOURS = 7;
const TAKES_MS = 2_400;

/**
 * What compliance checked in the last days: some subjects of the year once more, and an address of a sanctioned
 * exchange. Chosen without chance, so that nothing else of the year depends on it.
 */
export function laterChecks(
  checks: readonly PlannedCheck[],
  labelled: readonly Labelled[],
  now: Instant,
): PlannedCheck[] {
  const known = new Map<string, PlannedCheck>();
  for (const check of checks) {
    if (check.status === 'completed') known.set(`${check.network}:${check.value}`, check);
  }
  const sanctioned = labelled.find(({ entity }) => entity.category === 'sanctions');
  const subjects = [
    ...[...known.values()].slice(-CHECKED_AGAIN),
    ...(sanctioned === undefined ? [] : [{ network: sanctioned.network, value: sanctioned.address }]),
  ];
  // A sandbox of a sketch has next to no checks: then there is nothing to check again.
  if (known.size < CHECKED_AGAIN) return [];
  return subjects.map(({ network, value }, index): PlannedCheck => {
    const ago = (subjects.length - index) * EVERY_HOURS * HOUR_MS;
    const created = toDate(now).getTime() - ago;
    return {
      uid: createHash('sha256').update(`again ${index} ${value}`).digest('hex').slice(0, 41),
      network,
      value,
      status: 'completed',
      isAsync: true,
      payer: undefined,
      fee: ZERO,
      createdAt: instantFromDate(new Date(created)),
      completedAt: instantFromDate(new Date(created + TAKES_MS)),
    };
  });
}
