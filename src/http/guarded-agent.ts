import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';

/** A link leads to an address that isn't requested. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
  override readonly message = 'the link leads to an address of a private network';
}

/** Asks what a name leads to. */
type FindAddresses = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/**
 * Connects to the URL's host where all of its addresses are reachable, and to nothing else: requests with it fail with a
 * PrivateAddressError otherwise, as this does for an address in the URL itself. Destroy it after use.
 */
export function guardedAgent(
  { hostname }: URL,
  isReachable: (address: string) => boolean,
  { find = lookup, ...options }: Pick<Agent.Options, 'maxResponseSize'> & { find?: FindAddresses } = {},
): Agent {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isReachable(address)) throw new PrivateAddressError();
  return new Agent({
    ...options,
    pipelining: 0,
    connect: buildConnector({ allowH2: false, lookup: lookupWhere(isReachable, find) }),
  });
}

/** Looks where the connection is made, so that a name cannot lead elsewhere after it was looked at. */
function lookupWhere(isReachable: (address: string) => boolean, find: FindAddresses): LookupFunction {
  return (hostname, options, done) =>
    find(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      const [first] = found;
      if (first === undefined || found.some(({ address }) => !isReachable(address))) {
        return done(new PrivateAddressError(), '', 0);
      }
      return options.all ? done(null, found) : done(null, first.address, first.family);
    });
}
