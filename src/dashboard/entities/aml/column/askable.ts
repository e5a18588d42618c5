import { formOf } from '#dashboard/lib/explorers.ts';
import { canBeChecked } from '../badge/aml-results.queries.ts';
import type { RowSubject } from './list-subjects.ts';

/** What the results of a subject can be asked with. */
export type AskedSubject = { value: string; network: string };

/** The same for the same address, however a list writes it. */
export function subjectKey({ value = '', network = '' }: RowSubject): string {
  const address = value.startsWith('0x') ? value.toLowerCase() : value;
  return `${network.toLowerCase()}:${address}`;
}

/** Addresses to look others up in. Those of one network alone differ by more than capitals. */
export function ownAddresses(addresses: Iterable<string>): ReadonlySet<string> {
  return new Set([...addresses].map((address) => address.toLowerCase()));
}

/**
 * Those of which there can be a result, each once and in the same order whatever the order of the rows: without the
 * account's own wallets where they are given, labels, and what the provider shortened.
 */
export function askable(subjects: readonly RowSubject[], own?: ReadonlySet<string>): AskedSubject[] {
  const found = new Map<string, AskedSubject>();
  for (const { value, network } of subjects) {
    if (value === undefined || network === undefined || !canBeChecked(network)) continue;
    if (formOf(value) !== 'whole' || own?.has(value.toLowerCase()) === true) continue;
    found.set(subjectKey({ value, network }), { value, network: network.toLowerCase() });
  }
  return [...found.keys()].toSorted().flatMap((key) => found.get(key) ?? []);
}
