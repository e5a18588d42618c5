import type { gatewayOperations } from '#contract/gateway/operations.ts';
import type { WalletServiceOperation } from '#contract/wallet-service/operations.ts';

// Types only: the ids alone reach the browser.
type AnyOperation = (typeof gatewayOperations)[number] | WalletServiceOperation;
type Reading = Extract<AnyOperation, { method: 'GET' } | { isReading: true }>;

/** The id of an operation that changes nothing. */
export type ReadId = Reading['id'];

/** The id of an operation that may change something. */
export type ChangeId = Exclude<AnyOperation, Reading>['id'];

const wallets = ['listWallets', 'findWallets', 'sumWallets', 'getWalletLedger', 'readWalletNotes'] as const;
const balances = [
  ...wallets,
  'getUserBalances',
  'listLedgerBalances',
  'listLedgerEntries',
  'sumLedgerEntries',
] as const;
const withdrawals = ['listWithdrawalRequests', 'getWithdrawalRequest'] as const;
const addressBook = ['listBookEntries', 'findBookEntries', 'findBookNames', 'findBookEntry'] as const;
const amlChecks = [
  'listAmlChecks',
  'readAmlCheck',
  'readAmlActivity',
  'findAmlResults',
  'findSeenNetworks',
  'listAmlWatches',
  'listSanctionsAlerts',
] as const;
// A wallet may pay for it.
const paidAmlChecks = [...amlChecks, ...balances, 'listAmlFees'] as const;
const values = ['readValueSettings', 'listExchangeRates', 'readRates', 'findRateGaps'] as const;
// What may be withdrawn to depends on them too.
const ratings = [...amlChecks, 'findBookEntry'] as const;

const closes = ['listClosedPeriods', 'checkPeriod', 'listLateBookings'] as const;

/** What may be different once funds have moved, which an event of the provider says. */
export const staleAfterMovement = [
  ...withdrawals,
  ...balances,
  'listTransactions',
  'listIncomingEvents',
] as const satisfies readonly ReadId[];

/** What each change makes stale: the operations that may respond differently afterward, apart from the activity log. */
export const staleAfter = {
  createWallet: wallets,
  renameWallet: wallets,
  setWalletStatus: wallets,
  deleteWallet: wallets,
  changeWalletNotes: ['readWalletNotes'],
  // Not the outcomes: the page that sends a request looks for its outcome itself, and would find it while it is being sent.
  createWithdrawalRequest: [...withdrawals, ...balances],
  deleteWithdrawalRequest: [...withdrawals, ...balances],
  checkWithdrawalOutcome: ['listWithdrawalOutcomes', ...withdrawals],
  handleWithdrawalOutcome: ['listWithdrawalOutcomes', ...withdrawals],
  requestAmlReport: paidAmlChecks,
  recheckAmlReport: paidAmlChecks,
  startAmlCheck: paidAmlChecks,
  startAmlChecks: paidAmlChecks,
  stopAmlChecks: amlChecks,
  resumeAmlChecks: amlChecks,
  resumePayments: ['readLedgerCheck'],
  // The checks are those of another period then, which the new list names.
  closePeriod: ['listClosedPeriods', 'listLateBookings'],
  reopenPeriod: ['listClosedPeriods', 'listLateBookings'],
  verifyPeriod: ['listClosedPeriods'],
  explainDrift: closes,
  decideAmlCheck: ratings,
  changeAmlRules: ['readAmlRules', ...ratings],
  // A check may begin with it: only a page that knows of a running one listens for its end.
  createAmlWatch: ['listAmlWatches', 'listSanctionsAlerts', 'readAmlActivity'],
  changeAmlWatch: ['listAmlWatches', 'readAmlActivity'],
  deleteAmlWatch: ['listAmlWatches', 'listSanctionsAlerts'],
  markAmlWatchSeen: ['listAmlWatches'],
  changeAmlWatchBudget: ['listAmlWatches', 'readAmlActivity'],
  loadSanctionsList: ['listSanctionsLists', ...ratings],
  removeSanctionsList: ['listSanctionsLists', ...ratings],
  // A sign-in or sign-out makes everything stale.
  openSession: [],
  signInAsSandboxUser: [],
  closeSession: [],
  endSession: ['listSessions'],
  endOtherSessions: ['listSessions'],
  dismissNewDevice: ['listNewDevices'],
  setUpFirstAdministrator: [],
  reauthenticateWithPasskey: [],
  reauthenticateWithPassword: [],
  reauthenticateWithRecoveryCode: [],
  reauthenticateWithKey: [],
  joinWithPasskey: [],
  joinWithPassword: [],
  checkPassword: [],
  signInWithPasskey: [],
  signInWithSecondFactor: [],
  signInWithRecoveryCode: [],
  addPasskey: ['readSignInMethods'],
  removePasskey: ['readSignInMethods'],
  replacePassword: ['readSignInMethods'],
  replaceRecoveryCodes: ['readSignInMethods'],
  createFirstAdministrator: ['listUsers', 'listRoles'],
  inviteUser: ['listUsers', 'listRoles'],
  // They may be the caller's own.
  changeUserRoles: ['listUsers', 'listRoles', 'readSession'],
  resetUserSignIn: ['listUsers'],
  // What users may do depends on the key that they work with.
  addAccountKey: ['listAccountKeys', 'readSession'],
  removeAccountKey: ['listAccountKeys', 'readSession'],
  // It is opened at an address of its own.
  addAccount: ['readSession'],
  renameAccount: ['readSession'],
  removeUser: ['listUsers', 'listRoles'],
  createRole: ['listRoles'],
  // It may be the caller's own.
  changeRole: ['listRoles', 'readSession'],
  removeRole: ['listRoles'],
  createBookEntry: addressBook,
  replaceBookEntry: addressBook,
  deleteBookEntry: addressBook,
  importBookEntries: addressBook,
  changeWithdrawalRules: ['readWithdrawalRules', ...addressBook],
  changeExplorers: ['readSettings'],
  uploadRates: values,
  supersedeRates: values,
  collectExchangeRates: values,
  changeValueSettings: values,
  changeRateSource: ['readRateSource'],
  fetchRates: ['readRateSource', ...values],
  // The session says whether there is a URL at all.
  replaceWebhookSecret: ['readWebhook', 'readSession'],
  changeWebhookSources: ['readWebhook'],
  addEventDestination: ['listEventDestinations'],
  removeEventDestination: ['listEventDestinations'],
  retryFailedEvents: ['listEventDestinations'],
  sendEventAgain: ['listEventDestinations'],
  // The server announces it as it announces an event.
  replayIncomingEvent: ['listIncomingEvents'],
  lookAgain: ['readCapabilities', 'readSession'],
  createView: ['listViews'],
  replaceView: ['listViews'],
  deleteView: ['listViews'],
  recordExport: [],
  requestStatementFile: ['listStatementFiles'],
  scheduleReport: ['listReportSchedules'],
  endReportSchedule: ['listReportSchedules'],
  createReconciliation: ['listReconciliations', 'listReconciliationMappings'],
  renameReconciliationMapping: ['listReconciliationMappings'],
  deleteReconciliationMapping: ['listReconciliationMappings'],
  noteReconciliationLine: ['listReconciliationLines', 'getReconciliation', 'listReconciliations'],
} as const satisfies Record<ChangeId, readonly ReadId[]>;

/** Every operation that may change something. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler checks that these are the keys
export const changeIds = Object.keys(staleAfter) as ChangeId[];
