// Apart from the routes, which the first page of all loads with the names of everything that they lead to.

/** The form for a new request. */
export const loadForm = async () => (await import('./create/create-withdrawal.tsx')).CreateWithdrawal;

/** What asks for the withdrawals of a file. */
export const loadImport = async () => (await import('./import/import-withdrawals.tsx')).ImportWithdrawals;

/** Those that got no confirmation. */
export const loadUnconfirmed = async () => (await import('./outcomes/unconfirmed-page.tsx')).UnconfirmedPage;

/** One request, in a drawer. */
export const loadDrawer = async () => (await import('./withdrawal-drawer.tsx')).WithdrawalDrawer;

/** The dialog that deletes a request. */
export const loadDelete = async () => (await import('./delete/delete-withdrawal.tsx')).DeleteWithdrawal;
