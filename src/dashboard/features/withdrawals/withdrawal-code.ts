// Apart from the routes, which the first page of all loads with the names of everything that they lead to.

/** The form for a new request. */
export const loadForm = () => import('./create/create-withdrawal.tsx');

/** What asks for the withdrawals of a file. */
export const loadImport = () => import('./import/import-withdrawals.tsx');

/** One request, in a drawer. */
export const loadDrawer = () => import('./withdrawal-drawer.tsx');

/** The dialog that deletes a request. */
export const loadDelete = () => import('./delete/delete-withdrawal.tsx');
