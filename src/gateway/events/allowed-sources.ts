import { BlockList, isIP } from 'node:net';

/**
 * Whether the address is one of these addresses and networks; of no list at all, every address is. What isn't an
 * address matches none.
 */
export function isAllowedSource(address: string, sources: readonly string[]): boolean {
  if (sources.length === 0) return true;
  const allowed = new BlockList();
  for (const source of sources) {
    const [network = '', bits] = source.split('/');
    const family = familyOf(network);
    if (bits === undefined) allowed.addAddress(network, family);
    else allowed.addSubnet(network, Number(bits), family);
  }
  // A server that listens on IPv6 sees IPv4 clients as `::ffff:203.0.113.7`.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0] ?? '';
  return isIP(plain) !== 0 && allowed.check(plain, familyOf(plain));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}
