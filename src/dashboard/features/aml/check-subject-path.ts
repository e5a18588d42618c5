import { amlPath } from './aml-paths.ts';

/** The page with this address or transaction id filled in, ready to be checked. */
export function checkSubjectPath(value: string, network?: string): string {
  const search = new URLSearchParams({ value, ...(network !== undefined && { on: network.toLowerCase() }) });
  return `${amlPath}?${search.toString()}`;
}
