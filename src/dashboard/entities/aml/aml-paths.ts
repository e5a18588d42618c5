export const amlPath = '/aml';
export const watchesPath = `${amlPath}/watches`;
export const manyChecksPath = `${amlPath}/many`;

/** The page of one check. */
export function amlCheckPath(id: string): string {
  return `${amlPath}/${encodeURIComponent(id)}`;
}

/** Where sanctions lists are loaded. */
export const sanctionsListsPath = '/settings/aml#sanctions-lists';
