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
import { limitRules } from './gateway/limits/limit-rules.ts';
import { insertOutcome } from './gateway/outcomes/outcomes.store.ts';
import type { Answer } from './gateway/testing/http-client.ts';
import { insertCustomRole } from './gateway/users/roles.store.ts';
import { addUser, type TestUser } from './gateway/users/testing-users.ts';
import { outsider } from './service/withdrawals/testing-withdrawals.ts';

const operations: readonly Operation[] = [...walletServiceOperations, ...gatewayOperations];
// The others say who someone is, and are asked before any limit counts.
const changes = operations.filter(isChange).filter(({ path }) => !path.startsWith('/session'));
const rules = new Map(Object.entries(limitRules));

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

/** For each operation that is held to limits, requests that change something of a place. */
const bodiesOf = ({ network, wallet, withdrawal, outcome, entry, check, watch }: Place) => {
  const address = outsider(network, 7);
  const named = { name: 'Recipient', network, address };
  const paid = { amount: '20', currency: 'USDT', external_id: `x ${network}`, recipient_wallet: address };
  return {
    createWallet: [{ name: 'New', network, type: 'user' }],
    renameWallet: [{ address: wallet, name: 'Other' }],
    setWalletStatus: [{ address: wallet, status: 'blocked' }],
    changeWalletNotes: [{ address: wallet, version: 0, note: 'Ours', tags: ['Treasury'] }],
    createWithdrawalRequest: [
      { ...paid, network, sender: 'user', sender_wallet: wallet },
      { ...paid, network, sender: 'exchange' },
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
    deleteAmlWatch: [{ id: watch, version: 1 }],
    createBookEntry: [named],
    importBookEntries: [{ rows: [named] }, { rows: [{ ...named, network: 'trx' }, named] }],
    replaceBookEntry: [{ id: entry, version: 1, ...named }],
    deleteBookEntry: [{ id: entry, version: 1 }],
    deleteWallet: [{ address: wallet }],
  } satisfies Record<string, object[]>;
};

export type World = { ask: (user: TestUser, operation: Operation, body?: object) => Promise<Answer> };

export const operationOf = (id: string): Operation => {
  const found = operations.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no operation ${id}.`);
  return found;
};

/** Undefined where no limit refused it. */
export const limitRefusal = ({ status, body }: Answer): string | undefined => {
  const { error_message: message } = JSON.parse(body) as { error_message: string | null };
  return status === 403 && message?.startsWith('Your role is limited to ') === true ? message : undefined;
};

export const refusedOn = 'Your role is limited to Tron. An administrator of the account can change this';
const refusedWhole =
  'Your role is limited to Tron. This applies to the whole account. An administrator of the account can change this';

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
  for (const operation of changes) {
    const { id } = operation;
    const rule = rules.get(id);
    if (rule === undefined || 'free' in rule) {
      const answer = await ask(user, operation, {});
      expect([id, rule !== undefined, limitRefusal(answer)]).toEqual([id, true, undefined]);
    } else if ('refused' in rule) {
      const answer = await ask(user, operation, { uid: 'a'.repeat(41) });
      const message =
        id === 'recheckAmlReport' ? refusedWhole.replace(/This[^.]*/, rule.refused) : refusedWhole;
      expect([id, limitRefusal(answer)]).toEqual([id, message]);
    } else {
      const asked = bodies.get(id) ?? [];
      expect([id, asked.length > 0]).toEqual([id, true]);
      for (const body of asked) {
        expect([id, body, limitRefusal(await ask(user, operation, body))]).toEqual([id, body, refusedOn]);
      }
    }
  }
}

export async function expectAllowedWithin({ ask }: World, user: TestUser, within: Place): Promise<void> {
  for (const [id, asked] of Object.entries(bodiesOf(within))) {
    for (const body of asked) {
      const answer = await ask(user, operationOf(id), body);
      expect([id, limitRefusal(answer), [401, 403].includes(answer.status)]).toEqual([id, undefined, false]);
    }
  }
}

export const onTron = { networks: ['trx'], wallet_tags: [] };
