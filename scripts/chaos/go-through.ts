import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt, ClientRecord } from '../../src/testing-withdrawal-clients.ts';
import type { Fault } from './faults.ts';
import type { Installation } from './installation.ts';

/** For clients and pages to be back once a fault is over. Pages read their lists every 15 seconds. */
const patienceMs = 60_000;

export const notBack = 'not back';

/** What clients met while a fault lasted, and when all was back after it. */
export type Met = Record<string, string | number>;

/** Begins the fault, ends it, and waits until clients and pages are back. */
export async function goThrough(
  fault: Fault,
  installation: Installation,
  ways: Record<string, readonly ClientRecord[]>,
): Promise<Met> {
  const begun = Date.now();
  const end = await fault.begin(installation);
  await sleep(begun + fault.seconds * 1000 - Date.now());
  await end();
  const ended = Date.now();
  const before = new Set(madeBy(ways));
  const clientsBack = Object.entries(ways).map(async ([name, records]) => [
    `${name}: back after s`,
    await secondsUntil(ended, () => isAcknowledged(records, ended)),
  ]);
  const pagesBack = installation.pages.map(async (page) => [
    `page of ${page.name}: back after s`,
    await secondsUntil(ended, async () => await page.shows(madeBy(ways).filter((id) => !before.has(id)))),
  ]);
  const back = Object.fromEntries(await Promise.all([...clientsBack, ...pagesBack]));
  for (const page of installation.pages) {
    if (back[`page of ${page.name}: back after s`] === notBack)
      await page.saveScreenshot(`after ${fault.name}`);
  }
  const figures = Object.entries(ways).map(([name, records]) => figuresOf(name, records, begun, ended));
  return Object.assign(
    { fault: fault.name, 'lasted s': Math.round((ended - begun) / 1000) },
    ...figures,
    back,
  ) as Met;
}

const madeBy = (ways: Record<string, readonly ClientRecord[]>): string[] =>
  Object.values(ways).flatMap((records) => records.flatMap(({ made }) => Array.from(made.keys())));

const isFinal = ({ status }: Attempt): boolean => status !== undefined && status < 409;

/** Whether anything that was sent since has a final response. */
function isAcknowledged(records: readonly ClientRecord[], since: number): boolean {
  return records.some(({ attempts }) => attempts.some((each) => isFinal(each) && each.at - each.ms >= since));
}

async function secondsUntil(since: number, isSo: () => boolean | Promise<boolean>): Promise<number | string> {
  for (; Date.now() < since + patienceMs; await sleep(100)) {
    if (await isSo()) return Math.round((Date.now() - since) / 100) / 10;
  }
  return notBack;
}

function figuresOf(name: string, records: readonly ClientRecord[], from: number, to: number): Met {
  const attempts = records.flatMap((record) => record.attempts.filter(({ at }) => at >= from && at < to));
  const times = attempts
    .filter(isFinal)
    .map(({ ms }) => ms)
    .toSorted((a, b) => a - b);
  return {
    [`${name}: done`]: times.length,
    [`${name}: told to retry`]: attempts.filter(({ status }) => status !== undefined && status >= 409).length,
    [`${name}: no response`]: attempts.filter(({ status }) => status === undefined).length,
    [`${name}: p99 ms`]: Math.round(times[Math.floor(times.length * 0.99)] ?? 0),
  };
}
