export const ledgerCheckPath = '/ledger-check';
