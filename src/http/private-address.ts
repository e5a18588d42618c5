import { BlockList, isIPv6 } from 'node:net';

const privateAddresses = new BlockList();
for (const [address, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateAddresses.addSubnet(address, prefix, 'ipv4');
}
privateAddresses.addAddress('::1', 'ipv6');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addSubnet('fe80::', 10, 'ipv6');
// Site-local: deprecated, and routed inside old networks all the same.
privateAddresses.addSubnet('fec0::', 10, 'ipv6');

/** Whether requests from the address are invisible outside the own network. */
export function isPrivateAddress(address: string): boolean {
  return privateAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

const loopbackAddresses = new BlockList();
loopbackAddresses.addSubnet('127.0.0.0', 8, 'ipv4');
loopbackAddresses.addAddress('::1', 'ipv6');

/** Whether the address means the machine itself. */
export function isLoopbackAddress(address: string): boolean {
  return loopbackAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

const otherAddresses = new BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['192.0.0.0', 24],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  // The metadata service of Azure has a public address.
  ['168.63.129.16', 32],
] as const) {
  otherAddresses.addSubnet(address, prefix, 'ipv4');
}
for (const [address, prefix] of [
  // Unspecified, and the ways to write an IPv4 address of any kind as one of IPv6.
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['2001::', 32],
  ['ff00::', 8],
] as const) {
  otherAddresses.addSubnet(address, prefix, 'ipv6');
}

/** Whether the address is one that everyone on the internet reaches. An IPv4 address counts only in its own form. */
export function isPublicAddress(address: string): boolean {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  return !isPrivateAddress(address) && !isMappedAddress(address) && !otherAddresses.check(address, family);
}

/** `::ffff:8.8.8.8`. No rule for the list, which would take every IPv4 address for one. */
function isMappedAddress(address: string): boolean {
  return isIPv6(address) && (URL.parse(`http://[${address}]`)?.hostname.startsWith('[::ffff:') ?? true);
}

const metadataAddresses = new BlockList();
for (const [address, prefix] of [
  // Link-local, where most clouds give a machine its credentials, and the others that do.
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
] as const) {
  metadataAddresses.addSubnet(address, prefix, 'ipv4');
  // The same as a translator (NAT64) or a tunnel (6to4) reaches it.
  metadataAddresses.addSubnet(`64:ff9b::${address}`, 96 + prefix, 'ipv6');
  metadataAddresses.addSubnet(`2002:${hexOf(address)}::`, 16 + prefix, 'ipv6');
}
metadataAddresses.addSubnet('fe80::', 10, 'ipv6');
metadataAddresses.addSubnet('fd00:ec2::', 32, 'ipv6');
metadataAddresses.addAddress('fd20:ce::254', 'ipv6');

/** `a9fe:0` for `169.254.0.0`. */
function hexOf(address: string): string {
  const [first = 0, second = 0, third = 0, fourth = 0] = address.split('.').map(Number);
  return [first * 256 + second, third * 256 + fourth].map((part) => part.toString(16)).join(':');
}

/**
 * Addresses where a cloud gives a machine its credentials: never requested, even if the operator has named the host.
 */
export function isMetadataAddress(address: string): boolean {
  return metadataAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
