import { capitalise } from '#dashboard/lib/words.ts';

const words: Partial<Record<string, string>> = {
  setWalletStatus: 'Change wallet status',
  createWithdrawalRequest: 'Create withdrawal',
  deleteWithdrawalRequest: 'Delete withdrawal',
  checkWithdrawalOutcome: 'Check withdrawal outcome',
  handleWithdrawalOutcome: 'Mark withdrawal as handled',
  requestAmlReport: 'AML check',
  recheckAmlReport: 'AML recheck',
  startAmlCheck: 'Start AML check',
  startAmlChecks: 'Start AML checks',
  previewAmlChecks: 'Preview AML checks',
  stopAmlChecks: 'Stop AML checks',
  resumeAmlChecks: 'Resume AML checks',
  decideAmlCheck: 'Decide on AML check',
  changeAmlRules: 'Change AML rules',
  createAmlWatch: 'Watch AML subject',
  changeAmlWatch: 'Change AML watch',
  deleteAmlWatch: 'End AML watch',
  markAmlWatchSeen: 'Mark AML change as seen',
  changeAmlWatchBudget: 'Change AML watch budget',
  loadSanctionsList: 'Load sanctions list',
  removeSanctionsList: 'Remove sanctions list',
  openSession: 'Sign in',
  closeSession: 'Sign out',
  createBookEntry: 'Add to address book',
  replaceBookEntry: 'Change in address book',
  deleteBookEntry: 'Delete from address book',
  importBookEntries: 'Import into address book',
  replaceView: 'Change view',
  recordExport: 'Export data',
  createKey: 'Create API key',
  changeKey: 'Change API key',
  revokeKey: 'Revoke API key',
  downloadAmlReport: 'Download AML report',
  downloadAmlPdf: 'Download AML report PDF',
  downloadAmlEvidence: 'Download AML evidence',
  refusedRequests: 'Refused requests',
};

/** What is recorded beside the operations that change something. */
export const otherEntries = [
  'createKey',
  'changeKey',
  'revokeKey',
  'downloadAmlReport',
  'downloadAmlPdf',
  'downloadAmlEvidence',
  'refusedRequests',
] as const;

/** What was done, in words; of an operation that is not known, the words of its id. */
export function operationWords(operation: string): string {
  const said = words[operation];
  if (said !== undefined) return said;
  const spaced = operation.replaceAll(/(?=[A-Z])/g, ' ').toLowerCase();
  return capitalise(spaced);
}
