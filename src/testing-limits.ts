import { expect } from 'vitest';
import { createBookEntry } from '#contract/gateway/address-book.ts';
import { startAmlCheck } from '#contract/gateway/aml-start.ts';
import { createAmlWatch } from '#contract/gateway/aml-watches.ts';
import { gatewayOperations } from '#contract/gateway/operations.ts';
import { isChange, type Operation } from '#contract/operation.ts';
import { rolePermissions } from '#contract/permissions.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import type { TestDatabase } from '#database/testing.ts';
import { now } from '#domain/clock.ts';
import { decimal } from '#domain/decimal.ts';
import { insertOutcome } from './gateway/outcomes/outcomes.store.ts';
import type { Answer } from './gateway/testing/http-client.ts';
import { insertCustomRole } from './gateway/users/roles.store.ts';
import { addUser, type TestUser } from './gateway/users/testing-users.ts';
import { outsider } from './service/withdrawals/testing-withdrawals.ts';

const operations: readonly Operation[] = [...walletServiceOperations, ...gatewayOperations];
// The others say who someone is, and are asked before any limit counts.
const changes = operations.filter(isChange).filter(({ path }) => !path.startsWith('/session'));

export type Network = 'trx' | 'eth';

/** What there is on a network: a wallet, and the IDs of everything else. */
export type Place = {
  network: Network;
  wallet: string;
  withdrawal: string;
  outcome: string;
  entry: string;
  check: string;
  watch: string;
};

/** Requests that change something of a place, for every operation of which limits decide by what it changes. */
const bodiesOf = ({ network, wallet, withdrawal, outcome, entry, check, watch }: Place) => {
  const address = outsider(network, 7);
  const named = { name: 'Recipient', network, address };
  const paid = { amount: '20', currency: 'USDT', external_id: `x ${network}`, recipient_wallet: address };
  return {
    createWallet: [{ name: 'New', network, type: 'user' }],
    renameWallet: [{ address: wallet, name: 'Other' }],
    changeWalletNotes: [{ address: wallet, version: 0, note: 'Ours', tags: ['Treasury'] }],
    createWithdrawalRequest: [
      { ...paid, network, sender: 'user', sender_wallet: wallet },
      { ...paid, amount: '21', external_id: `pool ${network}`, network, sender: 'exchange' },
    ],
    checkWithdrawalOutcome: [{ id: outcome }],
    handleWithdrawalOutcome: [{ id: outcome, note: 'Paid' }],
    deleteWithdrawalRequest: [{ request_id: withdrawal }],
    requestAmlReport: [{ value: address, network }],
    startAmlCheck: [{ value: address, network, recent_days: 1 }],
    startAmlChecks: [
      { subjects: [{ value: address, network }], recent_days: 1 },
      {
        subjects: [
          { value: outsider('trx', 8), network: 'trx' },
          { value: address, network },
        ],
        recent_days: 1,
      },
    ],
    stopAmlChecks: [{ ids: [check] }],
    resumeAmlChecks: [{ ids: [check] }],
    decideAmlCheck: [{ check_id: check, decision: 'accepted', after: null }],
    createAmlWatch: [{ value: address, network, every_days: 7 }],
    changeAmlWatch: [{ id: watch, version: 1, every_days: 8 }],
    markAmlWatchSeen: [{ id: watch, check_id: check }],
    deleteAmlWatch: [{ id: watch, version: 2 }],
    createBookEntry: [named],
    importBookEntries: [{ rows: [named] }, { rows: [{ ...named, network: 'trx' }, named] }],
    replaceBookEntry: [{ id: entry, version: 1, ...named, address: outsider(network, 9) }],
    deleteBookEntry: [{ id: entry, version: 2 }],
    setWalletStatus: [{ address: wallet, status: 'blocked' }],
    deleteWallet: [{ address: wallet }],
  } satisfies Record<string, object[]>;
};

/** What no user with limits can do. */
const refusals: Record<string, string> = {
  ...Object.fromEntries(
    [
      'addAccount',
      'addAccountKey',
      'addEventDestination',
      'changeAmlRules',
      'changeAmlWatchBudget',
      'changeExplorers',
      'changeRateSource',
      'changeRole',
      'changeValueSettings',
      'changeWebhookSources',
      'changeWithdrawalRules',
      'closePeriod',
      'collectExchangeRates',
      'createRole',
      'explainDrift',
      'fetchRates',
      'loadSanctionsList',
      'removeAccountKey',
      'removeEventDestination',
      'removeRole',
      'removeSanctionsList',
      'renameAccount',
      'reopenPeriod',
      'replaceWebhookSecret',
      'replayIncomingEvent',
      'resumePayments',
      'retryFailedEvents',
      'sendEventAgain',
      'supersedeRates',
      'uploadRates',
      'verifyPeriod',
    ].map((id) => [id, 'Users with limits can’t change account-wide settings']),
  ),
  recheckAmlReport: 'This report doesn’t name its network, so we can’t check it against your limits',
};

/** What limits say nothing about. Users are managed within the manager's own limits. */
const free = [
  'addPasskey',
  'changeUserRoles',
  'createFirstAdministrator',
  'createReconciliation',
  'createView',
  'deleteReconciliationMapping',
  'deleteView',
  'dismissNewDevice',
  'endOtherSessions',
  'endReportSchedule',
  'endSession',
  'inviteUser',
  'lookAgain',
  'noteReconciliationLine',
  'recordExport',
  'removePasskey',
  'removeUser',
  'renameReconciliationMapping',
  'replacePassword',
  'replaceRecoveryCodes',
  'replaceView',
  'requestStatementFile',
  'resetUserSignIn',
  'scheduleReport',
];

export type World = { ask: (user: TestUser, operation: Operation, body?: object) => Promise<Answer> };

export const operationOf = (id: string): Operation => {
  const found = operations.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no operation ${id}.`);
  return found;
};

/** The message of a refusal for limits, which always names them as data. Undefined where no limit refused it. */
export const limitRefusal = ({ status, body }: Answer): string | undefined => {
  const { error_message: message, data } = JSON.parse(body) as { error_message: string; data: unknown };
  const isNamed = typeof data === 'object' && data !== null && 'limits' in data;
  return status === 403 && isNamed ? message : undefined;
};

export const askForMore = (reason: string): string =>
  `${reason}. To change your limits, ask an administrator`;
export const refusedOn = askForMore('You can make changes only on Tron');

export const idIn = (answer: Answer, of: (data: never) => unknown): string => {
  expect([answer.status, answer.body]).toEqual([200, expect.any(String)]);
  return String(of((answer.json() as { data: never }).data));
};

/** What the console keeps of a network. */
export async function fill(
  database: TestDatabase,
  { ask }: World,
  administrator: TestUser,
  account: { id: string; apiKey: string },
  place: {
    network: Network;
    wallet: string;
    withdrawal: string;
  },
): Promise<Place> {
  const { network } = place;
  const address = outsider(network, 1);
  const value = { value: address, network };
  const outcome = `out_${network}`;
  const at = now();
  await insertOutcome(database.db, {
    outcome_id: outcome,
    account_id: account.id,
    external_id: outcome,
    state: 'refused',
    network,
    currency: 'USDT',
    amount: decimal('1'),
    recipient_wallet: address,
    recipient_key: address,
    sender: 'user',
    sender_wallet: place.wallet,
    body_hash: outcome,
    key_name: null,
    key_fingerprint: 'none',
    via: 'session',
    sealed_key: null,
    lease_version: 1,
    attempts: 1,
    first_attempt_at: at,
    last_attempt_at: at,
    request_id: null,
    response: null,
    refusal: 'Refused',
    unknown_since: null,
    unknown_because: null,
    checks: 0,
    checked_at: null,
    finding: null,
    next_at: null,
    note: null,
    handled_by: null,
    handled_at: null,
  });
  const entry = await ask(administrator, createBookEntry, { name: `On ${network}`, network, address });
  const check = await ask(administrator, startAmlCheck, { ...value, recent_days: 1 });
  const watch = await ask(administrator, createAmlWatch, { ...value, every_days: 7 });
  return {
    ...place,
    outcome,
    entry: idIn(entry, ({ id }: { id: string }) => id),
    check: idIn(check, (data: { check: { id: string } }) => data.check.id),
    watch: idIn(watch, ({ id }: { id: string }) => id),
  };
}

export const roleId = 'role_everything';

/** A user who may do everything, within limits: administrators have none. */
export async function addLimited(
  database: TestDatabase,
  account: { id: string; apiKey: string; walletService?: string },
  limits: { networks: string[]; wallet_tags: string[] },
): Promise<TestUser> {
  const content = { name: 'Everything', permissions: rolePermissions, updated_at: now(), updated_by: null };
  await insertCustomRole(database.db, { accountId: account.id, roleId, content });
  const { id: accountId, apiKey, walletService } = account;
  return await addUser(database, {
    accountId,
    apiKey,
    roles: [roleId],
    limits,
    ...(walletService !== undefined && { walletService }),
  });
}

/** Asks for every change elsewhere: nothing but what is free is let through. */
export async function expectRefusedElsewhere(
  { ask }: World,
  user: TestUser,
  elsewhere: Place,
): Promise<void> {
  const bodies = new Map<string, object[]>(Object.entries(bodiesOf(elsewhere)));
  expect([...bodies.keys(), ...Object.keys(refusals), ...free].toSorted()).toEqual(
    changes.map(({ id }) => id).toSorted(),
  );
  for (const operation of changes) {
    const { id } = operation;
    if (free.includes(id)) {
      expect([id, limitRefusal(await ask(user, operation, {}))]).toEqual([id, undefined]);
      continue;
    }
    const reason = refusals[id];
    const expected = reason === undefined ? refusedOn : askForMore(reason);
    for (const body of bodies.get(id) ?? [{ uid: 'a'.repeat(41) }]) {
      expect([id, body, limitRefusal(await ask(user, operation, body))]).toEqual([id, body, expected]);
    }
  }
}

/** Asks for every change within the limits. Gives the messages of those that failed, for whatever other reason. */
export async function failuresWithin(
  { ask }: World,
  user: TestUser,
  within: Place,
): Promise<[id: string, message: string][]> {
  const failures: [string, string][] = [];
  for (const [id, asked] of Object.entries(bodiesOf(within))) {
    for (const body of asked) {
      const answer = await ask(user, operationOf(id), body);
      const { error_message: message } = answer.json() as { error_message: string };
      if (answer.status !== 200) failures.push([id, message]);
    }
  }
  return failures;
}

/** What fails of a place whoever asks for it: its withdrawal was refused, and its checks have no report yet. */
export const failuresOfPlace = [
  ['handleWithdrawalOutcome', expect.stringContaining('it was refused, so there is nothing to handle')],
  ['decideAmlCheck', 'The check has no report yet, so there is nothing to decide'],
  ['markAmlWatchSeen', 'Monitored subject not found. Monitoring may have been stopped'],
];

export const onTron = { networks: ['trx'], wallet_tags: [] };
