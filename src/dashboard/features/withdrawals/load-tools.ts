/** Asked for at once, and not waited for: the rows need none of it. */
export const withdrawalTools = import('./withdrawal-tools.ts');
