import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { gatewayOperations } from './gateway/operations.ts';
import { isChange, type Operation } from './operation.ts';
import type { ConsolePermission } from './permissions.ts';

/** What says where money may go, who may do what, and what leaves the console, and what is final. */
const sensitive = new Set<ConsolePermission>([
  'address-book:write',
  'rules:write',
  'sanctions:write',
  'events:write',
  'books:close',
  'users:write',
  'keys:write',
]);

const withoutProof = {
  createFirstAdministrator: 'No user has joined yet, and the API key needs all permissions.',
  renameAccount: 'It changes nothing but what is shown.',
  deleteBookEntry: 'It only takes a recipient away.',
  removeEventDestination: 'It only ends that events are sent.',
  retryFailedEvents: 'It sends to a destination that was confirmed.',
  sendEventAgain: 'It sends to a destination that was confirmed.',
  replayIncomingEvent: 'It shows an event again that was received.',
  changeExplorers: 'It says which links are shown.',
  uploadRates: 'It says what amounts are worth, and earlier values are kept.',
  supersedeRates: 'It says what amounts are worth, and earlier values are kept.',
  collectExchangeRates: 'It says what amounts are worth, and earlier values are kept.',
  fetchRates: 'It reads a URL that was confirmed.',
  changeValueSettings: 'It says how amounts are shown.',
  verifyPeriod: 'It only says whether a period is as it was closed.',
  explainDrift: 'It only adds a note.',
  changeAmlWatchBudget: 'It says how much monitoring may cost.',
};

it('every change that is sensitive needs a proof of who makes it, or says why not', () => {
  const operations: readonly Operation[] = gatewayOperations;
  const unprotected = operations.filter(
    (each) =>
      isChange(each) &&
      each.consolePermission !== undefined &&
      sensitive.has(each.consolePermission) &&
      each.needsReauthentication !== true,
  );
  expect(unprotected.map(({ id }) => id).toSorted()).toEqual(Object.keys(withoutProof).toSorted());
});

it('what needs one for some bodies names a field of the body and values of it', () => {
  const operations: readonly Operation[] = gatewayOperations;
  for (const { id, body, needsReauthentication: needs } of operations) {
    if (needs === undefined || needs === true) continue;
    const field = body?.shape[needs.field] ?? z.never();
    expect([id, needs.values.every((value) => z.safeParse(field, value).success)]).toEqual([id, true]);
  }
});

it('only changes need one, so that nobody is asked while looking around', () => {
  const operations: readonly Operation[] = gatewayOperations;
  const reading = operations.filter((each) => each.needsReauthentication !== undefined && !isChange(each));
  expect(reading.map(({ id }) => id)).toEqual([]);
});
