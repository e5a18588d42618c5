import { beforeEach, describe, expect, it } from 'vitest';
import { downloadedFiles } from '#contract/gateway/downloaded-files.ts';
import { detailsPermissionOf } from '#contract/gateway/details-permission.ts';
import { exportedNames, exportPermissions, recordExport } from '#contract/gateway/exports.ts';
import type { AuditLogEntry } from '#contract/gateway/audit-log.ts';
import { gatewayOperations } from '#contract/gateway/operations.ts';
import { isChange, type Operation } from '#contract/operation.ts';
import type { Permission } from '#contract/permissions.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { useTestDatabase } from '#database/testing.ts';
import { createAuditLog } from './gateway/audit-log/audit-log.ts';
import { newEntry } from './gateway/audit-log/testing-audit-log.ts';
import { makeTinyService, setUpGateways } from './gateway/testing/gateway-harness.ts';
import { fromOwnPage } from './gateway/testing/http-client.ts';
import { sandboxKeys } from './service/sandbox/sandbox-keys.ts';

const database = useTestDatabase();
const startGateway = setUpGateways(database);
const accountId = 'account';
const roleOf = new Map(sandboxKeys.map((key) => [key.token, key]));

/** `list`: what the view or the export is about decides. Otherwise: what a role needs to read directly what it holds. */
type Reading = readonly Permission[] | 'anybody' | 'list';

const wallets = ['wallets:read', 'wallets:write'] as const;
const withdrawals = ['withdrawals:read', 'withdrawals:write'] as const;
const aml = ['transactions:read', 'aml:check'] as const;

/** Who may read what each operation records. A new operation fails the test until it is listed here. */
const readingOf: Record<string, Reading> = {
  createWallet: wallets,
  renameWallet: wallets,
  setWalletStatus: wallets,
  deleteWallet: wallets,
  changeWalletNotes: wallets,
  createWithdrawalRequest: withdrawals,
  deleteWithdrawalRequest: withdrawals,
  checkWithdrawalOutcome: withdrawals,
  handleWithdrawalOutcome: withdrawals,
  createBookEntry: withdrawals,
  replaceBookEntry: withdrawals,
  deleteBookEntry: withdrawals,
  importBookEntries: withdrawals,
  changeWithdrawalRules: withdrawals,
  resumePayments: withdrawals,
  closePeriod: ['balances:read'],
  reopenPeriod: ['balances:read'],
  verifyPeriod: ['balances:read'],
  explainDrift: ['balances:read'],
  changeExplorers: wallets,
  uploadRates: wallets,
  supersedeRates: wallets,
  changeValueSettings: wallets,
  changeRateSource: wallets,
  fetchRates: wallets,
  collectExchangeRates: ['exchanges:read'],
  replaceWebhookSecret: wallets,
  changeWebhookSources: wallets,
  addEventDestination: wallets,
  removeEventDestination: wallets,
  retryFailedEvents: wallets,
  sendEventAgain: wallets,
  replayIncomingEvent: ['transactions:read'],
  requestAmlReport: aml,
  recheckAmlReport: aml,
  startAmlCheck: aml,
  startAmlChecks: aml,
  stopAmlChecks: aml,
  resumeAmlChecks: aml,
  decideAmlCheck: aml,
  changeAmlRules: aml,
  loadSanctionsList: aml,
  removeSanctionsList: aml,
  createAmlWatch: aml,
  changeAmlWatch: aml,
  deleteAmlWatch: aml,
  markAmlWatchSeen: aml,
  changeAmlWatchBudget: aml,
  openSession: 'anybody',
  signInAsSandboxUser: 'anybody',
  closeSession: 'anybody',
  addPasskey: 'anybody',
  checkPassword: 'anybody',
  setUpFirstAdministrator: 'anybody',
  reauthenticateWithPasskey: 'anybody',
  reauthenticateWithPassword: 'anybody',
  reauthenticateWithRecoveryCode: 'anybody',
  reauthenticateWithKey: 'anybody',
  joinWithPasskey: 'anybody',
  joinWithPassword: 'anybody',
  removePasskey: 'anybody',
  replacePassword: 'anybody',
  replaceRecoveryCodes: 'anybody',
  signInWithPasskey: 'anybody',
  signInWithRecoveryCode: 'anybody',
  signInWithSecondFactor: 'anybody',
  endSession: 'anybody',
  endOtherSessions: 'anybody',
  dismissNewDevice: 'anybody',
  lookAgain: 'anybody',
  createFirstAdministrator: 'anybody',
  inviteUser: 'anybody',
  changeUserRoles: 'anybody',
  resetUserSignIn: 'anybody',
  removeUser: 'anybody',
  createRole: 'anybody',
  changeRole: 'anybody',
  removeRole: 'anybody',
  addAccount: 'anybody',
  renameAccount: 'anybody',
  addAccountKey: 'anybody',
  removeAccountKey: 'anybody',
  createView: 'list',
  replaceView: 'list',
  deleteView: 'list',
  recordExport: 'list',
  requestStatementFile: ['balances:read'],
  scheduleReport: ['balances:read'],
  endReportSchedule: ['balances:read'],
  createReconciliation: ['transactions:read'],
  renameReconciliationMapping: ['transactions:read'],
  deleteReconciliationMapping: ['transactions:read'],
  noteReconciliationLine: ['transactions:read'],
};

const operations: readonly Operation[] = [...walletServiceOperations, ...gatewayOperations];
const recorded = operations.filter(isChange).map(({ id }) => id);
const lists: Record<string, Permission> = {
  wallets: 'wallets:read',
  transactions: 'transactions:read',
  exchanges: 'exchanges:read',
  withdrawals: 'withdrawals:read',
  'activity-log': 'transactions:read',
  'aml-checks': 'transactions:read',
  'incoming-events': 'transactions:read',
};

const detailsOf = (operation: string) => ({
  subject: `subject of ${operation}.`,
  details: `{"note":"details of ${operation}."}`,
});

const byOperation = (a: { operation: string }, b: { operation: string }) =>
  a.operation < b.operation ? -1 : Number(a.operation > b.operation);

let gateway: Awaited<ReturnType<typeof startGateway>>;

beforeEach(async () => {
  const service = makeTinyService(...roleOf.keys());
  service.describeKey = async (token) => {
    const role = roleOf.get(token);
    return role && { accountId, keyName: role.title, permissions: role.permissions };
  };
  service.identifyKey = service.describeKey;
  gateway = await startGateway({ provider: service });
});

it('classifies every operation that is recorded, and none that is not', () => {
  expect(Object.keys(readingOf).toSorted()).toEqual([...recorded].toSorted());
});

describe.each(sandboxKeys)('$title', ({ token, permissions: held }) => {
  const mayRead = (reading: Reading): boolean =>
    reading === 'anybody' || (reading !== 'list' && reading.every((each) => held.includes(each)));

  it('reads and finds in the activity log no details of any operation beyond its permissions', async () => {
    const entries = recorded.flatMap((operation) => {
      const needed = detailsPermissionOf(operation);
      const entry = newEntry({ operation, ...detailsOf(operation) });
      // The current form, and those of older versions.
      return [entry, { ...entry, details_permission: needed }];
    });
    await createAuditLog(database.db).append(accountId, entries);
    const { get } = await gateway.open(token);
    const read = async (query: string) => {
      const answer = await get(`/console/audit-log?${query}`);
      return (answer.json() as { data: { entries: AuditLogEntry[] } }).data.entries;
    };
    const readable = recorded.filter(
      (operation) => mayRead(readingOf[operation] ?? 'list') || held.length === 8,
    );
    // All of them fit on one page.
    const written = (await read('limit=300')).filter(({ request_id: id }) => id === 'request-1');
    const shown = written.map(({ operation, subject, details, details_need: need }) => ({
      operation,
      isReadable: [details !== null, subject !== null, need === null],
    }));
    const expected = recorded.flatMap((operation) => {
      const isReadable = readable.includes(operation);
      const each = { operation, isReadable: [isReadable, isReadable, isReadable] };
      return [each, each];
    });
    expect(shown.toSorted(byOperation)).toEqual(expected.toSorted(byOperation));
    for (const text of ['subject of ', 'details of ']) {
      const hits = await read(`limit=300&search=${encodeURIComponent(text)}`);
      const found = hits.map(({ operation }) => operation);
      expect(found.toSorted()).toEqual(readable.flatMap((each) => [each, each]).toSorted());
    }
  });

  it('reads views and records exports of the lists alone that it may read', async () => {
    const { get, cookie } = await gateway.open(token);
    for (const [list, permission] of Object.entries(lists)) {
      const { status } = await get(`/console/views?list=${list}`);
      expect([list, status]).toEqual([list, held.includes(permission) ? 200 : 400]);
    }
    for (const list of exportedNames) {
      const { status } = await gateway.send(recordExport.path, {
        method: 'POST',
        headers: { cookie, ...fromOwnPage },
        body: { list, name: 'file.csv', filters: {}, rows: 1, complete: true, sha256: 'ab'.repeat(32) },
      });
      expect([list, status]).toEqual([list, held.includes(exportPermissions[list]) ? 200 : 400]);
    }
  });

  it('gets no operation, event or file of the console that its permissions do not cover', async () => {
    const { get } = await gateway.open(token);
    const reads = gatewayOperations.filter(
      ({ method, path }) => method === 'GET' && path.startsWith('/console'),
    );
    for (const { path, permission } of [...reads, ...Object.values(downloadedFiles)]) {
      if (permission === null || held.includes(permission)) continue;
      const answer = await get(path);
      expect([path, answer.status, answer.body.includes(permission)]).toEqual([path, 400, true]);
    }
  });
});
