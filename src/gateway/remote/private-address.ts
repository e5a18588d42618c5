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

/** Whether nobody outside the own network can see requests come from the address. */
export function isPrivateAddress(address: string): boolean {
  return privateAddresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

const otherAddresses = new BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['192.0.0.0', 24],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
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

/** Whether the address is one that everybody on the internet reaches. */
export function isPublicAddress(address: string): boolean {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  return !isPrivateAddress(address) && !otherAddresses.check(address, family);
}
