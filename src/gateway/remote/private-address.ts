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
