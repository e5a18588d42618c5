import { decodeBase58Check } from './base58.ts';
import { networkFacts, withdrawalNetworks, type Network } from './networks.ts';
import type { Scheme, UnpayableAddresses } from './networks/network.ts';
import { recordOf } from './record-of.ts';

/** Those that all networks of a scheme have. */
const ofScheme: Readonly<Record<Scheme, UnpayableAddresses>> = {
  tron: {},
  evm: {
    burn: {
      // https://etherscan.io/accounts/label/burn
      '0xdEAD000000000000000042069420694206942069': 'dead',
    },
    system: {
      // EIP-4788, EIP-2935, EIP-7002 and EIP-7251: contracts that every client deploys.
      '0x000F3df6D732807Ef1319fB7B8bB8522d0Beac02': 'beacon block roots',
      '0x0000F90827F1C53a10cb7A02335B175320002935': 'block hash history',
      '0x00000961Ef480Eb55e80D19ad83579A64c007002': 'validator withdrawals',
      '0x0000BBdDc7CE488642fb579F8B00f3a590007251': 'validator consolidations',
      // The caller of those contracts (EIP-4788).
      '0xffffFFFfFFffffffffffffffFfFFFfffFFFfFFfE': 'system caller',
      // Represents the network's own currency if a contract expects a token (EIP-7528).
      '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE': 'placeholder for the network’s own currency',
    },
  },
  bitcoin: {},
  solana: {
    // solana-sdk-ids, and the programs of solana-program-library
    system: {
      '11111111111111111111111111111111': 'System program',
      AddressLookupTab1e1111111111111111111111111: 'Address Lookup Table program',
      BPFLoader1111111111111111111111111111111111: 'BPF loader',
      BPFLoader2111111111111111111111111111111111: 'BPF loader',
      BPFLoaderUpgradeab1e11111111111111111111111: 'BPF loader',
      ComputeBudget111111111111111111111111111111: 'Compute Budget program',
      Config1111111111111111111111111111111111111: 'Config program',
      Ed25519SigVerify111111111111111111111111111: 'Ed25519 program',
      Feature111111111111111111111111111111111111: 'Feature program',
      KeccakSecp256k11111111111111111111111111111: 'Secp256k1 program',
      LoaderV411111111111111111111111111111111111: 'loader',
      NativeLoader1111111111111111111111111111111: 'native loader',
      Secp256r1SigVerify1111111111111111111111111: 'Secp256r1 program',
      Stake11111111111111111111111111111111111111: 'Stake program',
      StakeConfig11111111111111111111111111111111: 'Stake program',
      Vote111111111111111111111111111111111111111: 'Vote program',
      Sysvar1111111111111111111111111111111111111: 'sysvar',
      Sysvar1nstructions1111111111111111111111111: 'sysvar',
      SysvarC1ock11111111111111111111111111111111: 'sysvar',
      SysvarEpochRewards1111111111111111111111111: 'sysvar',
      SysvarEpochSchedu1e111111111111111111111111: 'sysvar',
      SysvarFees111111111111111111111111111111111: 'sysvar',
      SysvarLastRestartS1ot1111111111111111111111: 'sysvar',
      SysvarRecentB1ockHashes11111111111111111111: 'sysvar',
      SysvarRent111111111111111111111111111111111: 'sysvar',
      SysvarRewards111111111111111111111111111111: 'sysvar',
      SysvarS1otHashes111111111111111111111111111: 'sysvar',
      SysvarS1otHistory11111111111111111111111111: 'sysvar',
      SysvarStakeHistory1111111111111111111111111: 'sysvar',
      TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'Token program',
      TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: 'Token-2022 program',
      ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: 'Associated Token Account program',
      MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: 'Memo program',
      metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s: 'Token Metadata program',
    },
  },
};

/** All addresses that are known to be unpayable, by network and kind. */
export const knownUnpayable = recordOf(withdrawalNetworks, (network): Required<UnpayableAddresses> => {
  const { scheme, unpayable } = networkFacts(network);
  const shared = ofScheme[scheme];
  return {
    token: { ...shared.token, ...unpayable.token },
    burn: { ...shared.burn, ...unpayable.burn },
    system: { ...shared.system, ...unpayable.system },
  };
});

/**
 * Why the address should not be paid, in canonical spelling, as a sentence; undefined if nothing is known against it.
 */
export function whyUnpayable(network: Network, address: string): string | undefined {
  const { token, burn, system } = knownUnpayable[network];
  const { name } = networkFacts(network);
  const tokenName = own(token, address);
  if (tokenName !== undefined) {
    return `This is the contract of the token ${tokenName}, not a wallet. Anything sent to it is lost.`;
  }
  if (own(burn, address) !== undefined || isBurn(network, address)) {
    return 'This is a burn address: nobody can spend funds sent to it.';
  }
  const role = own(system, address) ?? (isReserved(network, address) ? 'a built-in contract' : undefined);
  return role && `This address belongs to ${name} itself (${role}). Anything sent to it is lost.`;
}

function own(list: Readonly<Record<string, string>>, address: string): string | undefined {
  return Object.hasOwn(list, address) ? list[address] : undefined;
}

/** Zero, where new tokens come from and programs point that know no address, and 0x…dEaD. */
function isBurn(network: Network, address: string): boolean {
  return /^0{36}(?:0000|dead)$/.test(hashOf(network, address) ?? '');
}

/**
 * Precompiled and system contracts have small numbers, and more are added with each upgrade: 0x1 to 0x11 and 0x100 on
 * Ethereum (EIP-7910), up to 0x69 and 0x1000 to 0x3000 on BNB Chain (bsc-genesis-contract), up to 0x1000012 on Tron
 * (java-tron, PrecompiledContracts). No one has a key for any of these.
 */
function isReserved(network: Network, address: string): boolean {
  return hashOf(network, address)?.startsWith('0'.repeat(32)) === true;
}

/** The 20 bytes of an address in hexadecimal, on networks with contracts at such addresses. */
function hashOf(network: Network, address: string): string | undefined {
  const { scheme } = networkFacts(network);
  if (scheme === 'evm') return address.slice(2).toLowerCase();
  if (scheme !== 'tron') return undefined;
  const bytes = decodeBase58Check(address)?.subarray(1);
  return bytes && Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
