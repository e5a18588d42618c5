import { describe, expect, it } from 'vitest';
import { gatewayOperations } from './gateway/operations.ts';
import { isChange, type Operation } from './operation.ts';
import {
  type ConsolePermission,
  consolePermissions,
  type Permission,
  rolePermissions,
} from './permissions.ts';
import { endpoints, lackingInRole, roleMatrix } from './role-matrix.ts';
import { builtInRoleIds, builtInRoles } from './roles.ts';
import { walletServiceOperations } from './wallet-service/operations.ts';

type Any = (typeof walletServiceOperations)[number] | (typeof gatewayOperations)[number];

/** All operations but those that read what a key's permission alone protects. */
type ToDecide<O> = O extends { consolePermission: ConsolePermission } | { permission: null }
  ? O
  : O extends { method: 'GET' } | { isReading: true }
    ? never
    : O;

type Decision = { role: ConsolePermission } | { key: Permission } | { everyone: string };

const signIn = { everyone: 'says who someone is, before any role counts' };
const ownSessions = { everyone: 'your own sessions; those of others need `users:write` in the handler' };
const ownSignIn = { everyone: 'your own ways to sign in' };

/**
 * What decides whether a user may use an operation that changes something or that no key's permission protects: a permission of
 * the role, or a key's permission that says the same, or nothing, and why.
 */
const decisions = {
  openSession: signIn,
  signInAsSandboxUser: signIn,
  signInOptions: signIn,
  readSession: signIn,
  closeSession: signIn,
  readInvitation: signIn,
  startInvitedPasskey: signIn,
  setUpFirstAdministrator: signIn,
  startReauthentication: signIn,
  reauthenticateWithPasskey: signIn,
  reauthenticateWithPassword: signIn,
  reauthenticateWithRecoveryCode: signIn,
  reauthenticateWithKey: signIn,
  joinWithPasskey: signIn,
  startInvitedTotp: signIn,
  joinWithPassword: signIn,
  startPasskeySignIn: signIn,
  signInWithPasskey: signIn,
  checkPassword: signIn,
  signInWithSecondFactor: signIn,
  signInWithRecoveryCode: signIn,
  readSignInMethods: ownSignIn,
  startPasskey: ownSignIn,
  addPasskey: ownSignIn,
  removePasskey: ownSignIn,
  startTotp: ownSignIn,
  replacePassword: ownSignIn,
  replaceRecoveryCodes: ownSignIn,
  listSessions: ownSessions,
  endSession: ownSessions,
  endOtherSessions: ownSessions,
  listNewDevices: ownSessions,
  dismissNewDevice: ownSessions,
  testKey: { everyone: 'says that the key works, which is known after signing in' },
  createWallet: { key: 'wallets:write' },
  renameWallet: { key: 'wallets:write' },
  setWalletStatus: { key: 'wallets:write' },
  deleteWallet: { key: 'wallets:write' },
  createWithdrawalRequest: { key: 'withdrawals:write' },
  deleteWithdrawalRequest: { key: 'withdrawals:write' },
  checkWithdrawalOutcome: { key: 'withdrawals:write' },
  handleWithdrawalOutcome: { key: 'withdrawals:write' },
  requestAmlReport: { key: 'aml:check' },
  recheckAmlReport: { key: 'aml:check' },
  startAmlCheck: { key: 'aml:check' },
  startAmlChecks: { key: 'aml:check' },
  stopAmlChecks: { key: 'aml:check' },
  resumeAmlChecks: { key: 'aml:check' },
  createAmlWatch: { key: 'aml:check' },
  changeAmlWatch: { key: 'aml:check' },
  deleteAmlWatch: { key: 'aml:check' },
  markAmlWatchSeen: { key: 'aml:check' },
  changeAmlWatchBudget: { role: 'rules:write' },
  decideAmlCheck: { role: 'aml:decide' },
  readAmlRules: { everyone: 'explains the ratings that everyone sees' },
  changeAmlRules: { role: 'rules:write' },
  listSanctionsLists: { everyone: 'says which public lists are loaded' },
  loadSanctionsList: { role: 'sanctions:write' },
  removeSanctionsList: { role: 'sanctions:write' },
  listViews: { everyone: 'the list of the views decides, in `viewPermissions`' },
  createView: { role: 'views:write' },
  replaceView: { role: 'views:write' },
  deleteView: { role: 'views:write' },
  readSettings: { everyone: 'every page links to the explorers' },
  changeExplorers: { role: 'rules:write' },
  uploadRates: { role: 'rules:write' },
  supersedeRates: { role: 'rules:write' },
  collectExchangeRates: { role: 'rules:write' },
  changeValueSettings: { role: 'rules:write' },
  changeRateSource: { role: 'rules:write' },
  fetchRates: { role: 'rules:write' },
  readCapabilities: { everyone: 'says which filters and columns work' },
  lookAgain: { everyone: 'only reads from the provider what the console may show' },
  readWithdrawalRules: { everyone: 'explains which withdrawals are refused' },
  changeWithdrawalRules: { role: 'rules:write' },
  readWebhook: { role: 'events:write' },
  replaceWebhookSecret: { role: 'events:write' },
  changeWebhookSources: { role: 'events:write' },
  replayIncomingEvent: { role: 'events:write' },
  listEventDestinations: { role: 'events:write' },
  addEventDestination: { role: 'events:write' },
  removeEventDestination: { role: 'events:write' },
  retryFailedEvents: { role: 'events:write' },
  sendEventAgain: { role: 'events:write' },
  createBookEntry: { role: 'address-book:write' },
  replaceBookEntry: { role: 'address-book:write' },
  deleteBookEntry: { role: 'address-book:write' },
  importBookEntries: { role: 'address-book:write' },
  changeWalletNotes: { role: 'notes:write' },
  listAuditLog: { role: 'activity-log:read' },
  sumAuditLog: { role: 'activity-log:read' },
  recordExport: { role: 'exports:create' },
  requestStatementFile: { role: 'exports:create' },
  scheduleReport: { role: 'exports:create' },
  endReportSchedule: { role: 'exports:create' },
  createReconciliation: { role: 'exports:create' },
  renameReconciliationMapping: { role: 'exports:create' },
  deleteReconciliationMapping: { role: 'exports:create' },
  noteReconciliationLine: { role: 'exports:create' },
  listWithdrawalFees: { everyone: 'a list of prices' },
  resumePayments: { role: 'rules:write' },
  closePeriod: { role: 'books:close' },
  reopenPeriod: { role: 'books:close' },
  verifyPeriod: { role: 'books:close' },
  explainDrift: { role: 'books:close' },
  createFirstAdministrator: { role: 'users:write' },
  listUsers: { role: 'users:write' },
  inviteUser: { role: 'users:write' },
  changeUserRoles: { role: 'users:write' },
  resetUserSignIn: { role: 'users:write' },
  removeUser: { role: 'users:write' },
  addAccount: { role: 'keys:write' },
  renameAccount: { role: 'keys:write' },
  listAccountKeys: { role: 'keys:write' },
  addAccountKey: { role: 'keys:write' },
  removeAccountKey: { role: 'keys:write' },
  listRoles: { everyone: 'says what each role may do, your own too' },
  createRole: { role: 'users:write' },
  changeRole: { role: 'users:write' },
  removeRole: { role: 'users:write' },
} satisfies Record<ToDecide<Any>['id'], Decision>;

const all: readonly Operation[] = [...walletServiceOperations, ...gatewayOperations];
const decided = new Map<string, Decision>(Object.entries(decisions));

/** The permissions that the decision says; without one, those of an operation that only reads. */
function expectedOf(operation: Operation, decision: Decision | undefined): unknown[] {
  if (decision === undefined) {
    return isChange(operation) ? ['a decision'] : [operation.permission ?? 'a decision', undefined];
  }
  if ('role' in decision) return [operation.permission, decision.role];
  return 'key' in decision ? [decision.key, undefined] : [null, undefined];
}

describe('what a role must allow', () => {
  it('is decided for every operation', () => {
    const needs = all.map(({ id, permission, consolePermission }) => [id, permission, consolePermission]);
    expect(needs).toEqual(
      all.map((operation) => [operation.id, ...expectedOf(operation, decided.get(operation.id))]),
    );
  });

  it('is decided for no operation that there isn’t', () => {
    const known = new Set(all.map(({ id }) => id));
    expect([...decided.keys()].filter((id) => !known.has(id))).toEqual([]);
  });

  it('is used for each permission of the console', () => {
    const used = new Set(endpoints.map(({ consolePermission }) => consolePermission));
    expect(consolePermissions.filter((each) => !used.has(each))).toEqual([]);
  });
});

describe('the matrix', () => {
  const roles = Object.fromEntries(builtInRoleIds.map((id) => [id, builtInRoles[id].permissions]));
  const rows = new Map(roleMatrix(roles).map(({ endpoint, lacking }) => [endpoint.id, lacking]));

  it('lets administrators use everything, and viewers change nothing', () => {
    for (const { id } of endpoints) expect([id, rows.get(id)?.['administrator']]).toEqual([id, []]);
    const viewers = all.filter(isChange).filter(({ id }) => rows.get(id)?.['viewer']?.length === 0);
    expect(viewers.map(({ id }) => id).toSorted()).toEqual([
      'addPasskey',
      'checkPassword',
      'closeSession',
      'dismissNewDevice',
      'endOtherSessions',
      'endSession',
      'joinWithPasskey',
      'joinWithPassword',
      'lookAgain',
      'openSession',
      'reauthenticateWithKey',
      'reauthenticateWithPasskey',
      'reauthenticateWithPassword',
      'reauthenticateWithRecoveryCode',
      'removePasskey',
      'replacePassword',
      'replaceRecoveryCodes',
      'setUpFirstAdministrator',
      'signInAsSandboxUser',
      'signInWithPasskey',
      'signInWithRecoveryCode',
      'signInWithSecondFactor',
    ]);
  });

  it('gives each built-in role something to use with each of its permissions', () => {
    for (const id of builtInRoleIds) {
      const { permissions } = builtInRoles[id];
      for (const permission of permissions) {
        const needing = endpoints.filter(
          (each) =>
            (each.permission === permission || each.consolePermission === permission) &&
            lackingInRole(permissions, each).length === 0,
        );
        expect([id, permission, needing.length > 0]).toEqual([id, permission, true]);
      }
    }
  });

  it('names every permission that a role without any lacks', () => {
    const none = roleMatrix({ none: [] }).flatMap(({ lacking }) => lacking['none'] ?? []);
    expect(new Set(none)).toEqual(new Set(rolePermissions));
  });
});
