import { namesWithArticle } from '#domain/address-check.ts';
import { amlNetworks, networks, type AmlNetwork } from '#domain/networks.ts';
import { recognise } from '#domain/recognise.ts';
import { ServiceError } from '#http/service-error.ts';
import type { Subject } from '../screening/screen.ts';

/**
 * What is to be screened, in its canonical spelling. Throws the documented refusals: first for the network,
 * then for the value, which must be an address or a transaction id of that network.
 */
export function parseSubject(value: string, network: string): Subject {
  const known = amlNetworks.find((name) => name === network);
  if (known === undefined) {
    throw new ServiceError(
      400,
      `The network "${printable(network)}" is not supported; supported: ${amlNetworks.join(', ')}`,
    );
  }
  const recognition = recognise(value);
  if (!recognition.ok) throw noSubject(known, recognition.reason);
  const found = recognition.candidates.find((candidate) => candidate.network === known);
  if (found !== undefined) return { network: known, kind: found.kind, value: found.value };
  const [first] = recognition.candidates;
  const others = namesWithArticle(recognition.candidates.map((candidate) => candidate.network));
  throw noSubject(known, `this is ${others} ${first?.kind === 'address' ? 'address' : 'transaction id'}`);
}

function noSubject(network: AmlNetwork, why: string): ServiceError {
  return new ServiceError(
    400,
    `The value matches no known address or transaction-id pattern of ${networks[network].name}: ${why}`,
  );
}

/** The caller's own word is repeated to it, but no more of it than a network's code needs. */
function printable(text: string): string {
  const visible = text.replaceAll(/[^\x20-\x7e]/g, '?');
  return visible.length > 32 ? `${visible.slice(0, 32)}...` : visible;
}
