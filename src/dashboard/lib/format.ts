import { type Instant, toDate } from '#domain/time.ts';
import { isNetwork, networks } from '#domain/networks.ts';

/** The words with a capital first letter, as a sentence or a heading begins: "the checksum is wrong" → "The …". */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// Each unit from where it helps: no one reads "1 days", or needs minutes of last year.
const units = [
  { name: 'years', ms: 365.25 * 86_400_000, from: 2 },
  { name: 'months', ms: (365.25 / 12) * 86_400_000, from: 2 },
  { name: 'days', ms: 86_400_000, from: 2 },
  { name: 'h', ms: 3_600_000, from: 1 },
  { name: 'min', ms: 60_000, from: 1 },
  { name: 's', ms: 1_000, from: 1 },
];

/** A span of time in the largest unit that says something: `12 s`, `47 h`, `3 days`. */
export function formatDuration(milliseconds: number): string {
  const unit = units.find(({ ms, from }) => milliseconds >= ms * from);
  return unit === undefined ? '0 s' : `${Math.floor(milliseconds / unit.ms)} ${unit.name}`;
}

/** How long before now (milliseconds since 1970) it was, or is to be: `12 s ago`, `47 h ago`, `3 days ago`, `in 5 min`. */
export function formatAge(instant: Instant, now: number): string {
  const age = now - toDate(instant).getTime();
  if (Math.abs(age) < 1_000) return 'just now';
  return age > 0 ? `${formatDuration(age)} ago` : `in ${formatDuration(-age)}`;
}

/** `Tron · TRC20`; a network that we do not know as it is. */
export function networkLabel(network: string): string {
  return nameAndStandard(network).join(' · ');
}

/** The same within a sentence: `Tron (TRC20)`. */
export function networkInText(network: string): string {
  const [name, standard] = nameAndStandard(network);
  return standard === undefined ? name : `${name} (${standard})`;
}

/** Without the standard of a network whose currency says it. */
function nameAndStandard(network: string): [name: string, standard?: string] {
  const code = network.toLowerCase();
  if (!isNetwork(code)) return [network];
  const { name, standard, nativeCurrency } = networks[code];
  return standard === nativeCurrency ? [name] : [name, standard];
}

export function networkName(network: string): string {
  const code = network.toLowerCase();
  return isNetwork(code) ? networks[code].name : network;
}
