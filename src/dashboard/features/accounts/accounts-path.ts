export const accountsPath = '/settings/accounts';
