import { decodeBase58Check } from './base58.ts';
import { networkFacts, withdrawalNetworks, type Network } from './networks.ts';
import type { Scheme } from './networks/network.ts';
import { recordOf } from './record-of.ts';

type Unpayable = Readonly<Record<'token' | 'burn' | 'system', Readonly<Record<string, string>>>>;

/**
 * Addresses at which no one can spend what arrives, in canonical spelling, with what each is and its source. Users paste them all
 * the same: a token's contract instead of a wallet, an address that a program fills in. Apart from the networks' facts, which
 * every page loads.
 */
const ofNetwork: Readonly<Record<Network, Unpayable>> = {
  trx: {
    token: {
      // https://tether.to/en/supported-protocols
      TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: 'USDT',
      // https://developers.circle.com/stablecoins/usdc-contract-addresses (until Circle left Tron)
      TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8: 'USDC',
      // https://tronscan.org/#/contract/TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR
      TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR: 'WTRX',
    },
    burn: {
      // “Blackhole” in the genesis block (java-tron, config.conf).
      TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy: 'black hole',
    },
    system: {},
  },
  eth: {
    token: {
      // https://tether.to/en/supported-protocols
      '0xdAC17F958D2ee523a2206206994597C13D831ec7': 'USDT',
      // https://developers.circle.com/stablecoins/usdc-contract-addresses
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48': 'USDC',
      // https://weth.io
      '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2': 'WETH',
      // https://docs.sky.money (MCD_DAI) and https://wbtc.network
      '0x6B175474E89094C44Da98b954EedeAC495271d0F': 'DAI',
      '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599': 'WBTC',
    },
    burn: {},
    system: {
      // https://ethereum.org/en/staking/deposit-contract
      '0x00000000219ab540356cBB839Cbe05303d7705Fa': 'staking deposits',
    },
  },
  bnb: {
    token: {
      // https://bscscan.com/tokens: the Binance-Peg tokens
      '0x55d398326f99059fF775485246999027B3197955': 'USDT',
      '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d': 'USDC',
      '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c': 'WBNB',
      '0x2170Ed0880ac9A755fd29B2688956BD959F933F8': 'ETH',
      '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c': 'BTCB',
      '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56': 'BUSD',
    },
    burn: {},
    system: {},
  },
  btc: {
    token: {},
    burn: {
      // https://burned.money: hashes that were chosen, so that no one has their keys
      '1111111111111111111114oLvT2': 'hash of zeros',
      '1QLbz7JHiBTspS962RLKV8GndWFwi5j6Qr': 'hash of ones',
      bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs: 'hash of zeros',
      '1BitcoinEaterAddressDontSendf59kuE': 'Bitcoin eater',
      '1CounterpartyXXXXXXXXXXXXXXXUWLpVr': 'Counterparty’s proof of burn',
      '1BURNXXXXXXXXXXXXXXXXXXXXXXXTVanmh': 'burn',
    },
    system: {},
  },
  sol: {
    token: {
      // https://tether.to/en/supported-protocols
      Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 'USDT',
      // https://developers.circle.com/stablecoins/usdc-contract-addresses
      EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
      // spl-token, native_mint
      So11111111111111111111111111111111111111112: 'wrapped SOL',
    },
    burn: {
      // solana-sdk-ids, incinerator
      '1nc1nerator11111111111111111111111111111111': 'incinerator',
    },
    system: {},
  },
};

/** Those that all networks of a scheme have. */
const ofScheme: Readonly<Record<Scheme, Partial<Unpayable>>> = {
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
export const knownUnpayable = recordOf(withdrawalNetworks, (network): Unpayable => {
  const unpayable = ofNetwork[network];
  const shared = ofScheme[networkFacts(network).scheme];
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
