export const amlPath = '/aml';
export const monitoringPath = `${amlPath}/monitoring`;
export const batchScreeningPath = `${amlPath}/batch`;

/** The page of one check. */
export function amlCheckPath(id: string): string {
  return `${amlPath}/${encodeURIComponent(id)}`;
}

/** The page where sanctions lists are loaded. */
export const sanctionsListsPath = '/settings/aml#sanctions-lists';

/** The page with this address or transaction ID filled in, ready to be checked. */
export function checkSubjectPath(value: string, network?: string): string {
  return `${amlPath}?${searchOf(value, network)}`;
}

/** Monitoring with this address or transaction ID filled in. */
export function watchSubjectPath(value: string, network: string): string {
  return `${monitoringPath}?${searchOf(value, network)}`;
}

function searchOf(value: string, network?: string): string {
  return new URLSearchParams({
    value,
    ...(network !== undefined && { on: network.toLowerCase() }),
  }).toString();
}
