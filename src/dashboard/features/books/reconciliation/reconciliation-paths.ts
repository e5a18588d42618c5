/** Where the pages of reconciliations begin. */
export const reconciliationPath = '/books/reconciliation';

export const newReconciliationPath = `${reconciliationPath}/new`;

/** A new one that repeats another with a corrected file. */
export const repeatPath = (id: string) => `${newReconciliationPath}?again=${encodeURIComponent(id)}`;

export const resultPath = (id: string) => `${reconciliationPath}/${encodeURIComponent(id)}`;
