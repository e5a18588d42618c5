import { capitalize } from '#dashboard/lib/format.ts';

const labels: Partial<Record<string, string>> = {
  lookAgain: 'Check provider again',
  setWalletStatus: 'Change wallet status',
  changeWalletNotes: 'Change wallet notes',
  createWithdrawalRequest: 'Create withdrawal',
  deleteWithdrawalRequest: 'Delete withdrawal',
  checkWithdrawalOutcome: 'Check withdrawal outcome',
  handleWithdrawalOutcome: 'Mark withdrawal as handled',
  requestAmlReport: 'AML check',
  recheckAmlReport: 'AML recheck',
  startAmlCheck: 'Start AML check',
  startAmlChecks: 'Start batch screening',
  previewAmlChecks: 'Preview batch screening',
  stopAmlChecks: 'Stop batch screening',
  resumeAmlChecks: 'Resume batch screening',
  decideAmlCheck: 'Decide AML check',
  changeAmlRules: 'Change AML rules',
  createAmlWatch: 'Start monitoring',
  changeAmlWatch: 'Change monitoring',
  deleteAmlWatch: 'Stop monitoring',
  markAmlWatchSeen: 'Mark alert as read',
  changeAmlWatchBudget: 'Change monitoring budget',
  loadSanctionsList: 'Load sanctions list',
  removeSanctionsList: 'Remove sanctions list',
  uploadRates: 'Upload exchange rates',
  supersedeRates: 'Remove exchange rates',
  collectExchangeRates: 'Read rates of exchanges',
  fetchRates: 'Read exchange rates',
  changeValueSettings: 'Change valuation',
  changeRateSource: 'Change source of exchange rates',
  openSession: 'Sign in',
  closeSession: 'Sign out',
  createBookEntry: 'Add address book entry',
  replaceBookEntry: 'Change address book entry',
  deleteBookEntry: 'Delete address book entry',
  importBookEntries: 'Import address book',
  replaceView: 'Change view',
  recordExport: 'Export data',
  createReconciliation: 'Reconcile file',
  noteReconciliationLine: 'Note on reconciled line',
  resetUserSignIn: 'Reset user access',
  reauthenticateWithPasskey: 'Confirm with passkey',
  reauthenticateWithPassword: 'Confirm with password',
  reauthenticateWithRecoveryCode: 'Confirm with recovery code',
  reauthenticateWithProvider: 'Confirm with identity provider',
  reauthenticateWithKey: 'Confirm with API key',
  createKey: 'Create API key',
  changeKey: 'Change API key',
  revokeKey: 'Revoke API key',
  downloadAmlReport: 'Download AML report',
  downloadAmlPdf: 'Download AML report PDF',
  downloadAmlEvidence: 'Download AML evidence',
  requestStatementFile: 'Request statement file',
  downloadStatementFile: 'Download file of the books',
  endReportSchedule: 'End scheduled report',
  refusedRequests: 'Refused requests',
};

/** Recorded actions that aren't operations of the API, or that only read. */
export const otherEntries = [
  'createKey',
  'changeKey',
  'revokeKey',
  'downloadAmlReport',
  'downloadAmlPdf',
  'downloadAmlEvidence',
  'downloadStatementFile',
  'refusedRequests',
  'signInWithIdentityProvider',
  'reauthenticateWithProvider',
  'addUser',
  'changeUserProfile',
  'endSessions',
] as const;

/** The name of an action. One that this version doesn't know is named by its id. */
export function operationLabel(operation: string): string {
  const label = labels[operation];
  if (label !== undefined) return label;
  const spaced = operation.replaceAll(/(?=[A-Z])/g, ' ').toLowerCase();
  return capitalize(spaced);
}
