import { checksummedEvmAddress } from '#domain/evm-address.ts';

const evmAddress = /^0x([0-9a-f]{40})$/i;
const upperCaseWitness = /^BC1[0-9A-Z]+$/;

/**
 * The spelling in which a wallet's address is stored, for however a caller spells it: an address of
 * Ethereum or BNB Chain in any case, a Bitcoin address as QR codes carry it, in capitals. Whatever is no
 * such address stays as it is and finds no wallet.
 */
export function storedAddress(text: string): string {
  const digits = evmAddress.exec(text)?.[1];
  if (digits !== undefined) return checksummedEvmAddress(digits);
  return upperCaseWitness.test(text) ? text.toLowerCase() : text;
}
