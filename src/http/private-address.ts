import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Networks that ipaddr.js takes for public and that a machine reaches only from inside its own cloud. */
const cloudNetworks = networks(
  // Azure: the machine's agent and its settings.
  '168.63.129.16/32',
  // IBM Cloud: its services, at addresses that nobody else routes.
  '161.26.0.0/16',
  '166.8.0.0/14',
);

/** Where a cloud gives a machine its credentials, besides link-local addresses, where most do. */
const metadataNetworks = networks(
  '168.63.129.16/32',
  // Alibaba Cloud.
  '100.100.100.200/32',
  // Oracle Cloud.
  '192.0.0.192/32',
  'fd00:c1::a9fe:a9fe/128',
  // AWS.
  'fd00:ec2::/32',
  // Google Cloud.
  'fd20:ce::254/128',
  // Scaleway.
  'fd00:42::42/128',
);

/** All of IPv6 that is ever given to anybody on the internet. */
const globalUnicast = networks('2000::/3');

const privateRanges: ReadonlySet<string> = new Set([
  'carrierGradeNat',
  'deprecatedSiteLocal',
  'linkLocal',
  'loopback',
  'private',
  'uniqueLocal',
]);

/** Whether requests from the address are invisible outside the own network. */
export function isPrivateAddress(address: string): boolean {
  return ipaddr.isValid(address) && privateRanges.has(ipaddr.process(address).range());
}

/** Whether the address means the machine itself. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Whether the address is one that everyone on the internet reaches. An IPv4 address counts only in its own form. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || isIn(cloudNetworks, parsed)) return false;
  return parsed.kind() === 'ipv4' || isIn(globalUnicast, parsed);
}

/**
 * Addresses where a cloud gives a machine its credentials: never requested, even if the operator has named the host.
 */
export function isMetadataAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return [parsed, ...embeddedAddresses(parsed)].some(
    (each) => each.range() === 'linkLocal' || isIn(metadataNetworks, each),
  );
}

/** The IPv4 addresses that a translator or a tunnel may reach under an IPv6 address. */
function embeddedAddresses(address: Address): ipaddr.IPv4[] {
  if (address.kind() === 'ipv4') return [];
  const bytes = address.toByteArray();
  const at = (...places: number[]) => new ipaddr.IPv4(places.map((place) => bytes[place] ?? 0));
  const last = at(12, 13, 14, 15);
  const range: string = address.range();
  if (range === '6to4') return [at(2, 3, 4, 5)];
  // Its server, and its client with every bit inverted.
  if (range === 'teredo') return [at(4, 5, 6, 7), new ipaddr.IPv4(last.octets.map((octet) => octet ^ 255))];
  // NAT64: at the end, or after a local prefix of 48 bits and around its ninth byte, which stays empty (RFC 6052).
  if (range === 'rfc6052') return [last, at(6, 7, 9, 10)];
  // Mapped (::ffff:0:0/96), translated (::ffff:0:0:0/96) and compatible (::/96).
  const isWrapped = bytes.slice(0, 8).every((byte) => byte === 0);
  return isWrapped ? [last] : [];
}

function networks(...texts: string[]): Network[] {
  return texts.map((text) => ipaddr.parseCIDR(text));
}

function isIn(list: readonly Network[], address: Address): boolean {
  return list.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}
