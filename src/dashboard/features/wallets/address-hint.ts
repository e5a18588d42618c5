import { type Network, networks } from '#domain/networks.ts';
import type { Recognition } from '#domain/recognise.ts';

export type AddressHint = {
  /** What to search for: the canonical spelling where the text is an address, else the text itself. */
  value: string;
  isAddress: boolean;
  /** Empty when there is nothing to remark. */
  message: string;
};

/** What to say about a text in the address filter, and what to search for. */
export function addressHint(
  text: string,
  recognition: Recognition,
  network: string | undefined,
): AddressHint {
  const value = text.trim();
  if (!recognition.ok)
    return {
      value,
      isAddress: false,
      message: `This doesn’t look like a wallet address: ${recognition.reason}.`,
    };
  const addresses = recognition.candidates.filter(({ kind }) => kind === 'address');
  const [first] = addresses;
  if (first === undefined) {
    return { value, isAddress: false, message: 'This is a transaction ID, not an address.' };
  }
  const match = addresses.find((candidate) => candidate.network === network);
  const isElsewhere = network !== undefined && network !== '' && match === undefined;
  return {
    value: (match ?? first).value,
    isAddress: true,
    message: isElsewhere
      ? `An address on ${namesOf(addresses.map((candidate) => candidate.network))}, but the network filter excludes it.`
      : '',
  };
}

function namesOf(codes: Network[]): string {
  return codes.map((code) => networks[code].name).join(' or ');
}
