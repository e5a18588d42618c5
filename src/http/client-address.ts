import { isIP, SocketAddress } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The IP address that a request comes from, as a trusted proxy reports it. Some proxies add the port, which changes
 * with every connection; a text that isn't an address counts as the proxy's own, or each text would be a client of its
 * own.
 */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const match = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(ip);
  const address = match?.[1] ?? match?.[2] ?? ip;
  return isIP(address) === 0 ? (socket.remoteAddress ?? '') : address;
}

/**
 * What counts as one client: an IPv4 address, or the /64 of an IPv6 address, which is what a single
 * customer of a network is given at least.
 */
export function clientOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const withoutZone = address.split('%', 1)[0] ?? address;
  if (!withoutZone.includes(':')) return withoutZone;
  const canonical = SocketAddress.parse(`[${withoutZone}]`)?.address ?? withoutZone;
  const [head = '', tail] = canonical.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
