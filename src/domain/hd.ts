import { HARDENED_OFFSET, HDKey, type Versions } from '@scure/bip32';
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { networks, walletNetworks, type WalletNetwork, type WalletScheme } from './networks.ts';
import { bitcoinSegwitAddress, evmAddress, tronAddress } from './public-key-addresses.ts';

// Don't import this in the browser: the curve and the word list weigh more than a page.

const XPUB: Versions = { private: 0x0488ade4, public: 0x0488b21e };
/** SLIP-132: says that the keys are meant for segregated witness addresses. */
const ZPUB: Versions = { private: 0x04b2430c, public: 0x04b24746 };

type Derivation = { versions: Versions; address: (publicKey: Uint8Array) => string };

const derivations = {
  tron: { versions: XPUB, address: tronAddress },
  evm: { versions: XPUB, address: evmAddress },
  bitcoin: { versions: ZPUB, address: bitcoinSegwitAddress },
} satisfies Record<WalletScheme, Derivation>;

/** The account that a network's addresses come from in a new installation, as a BIP-32 path. */
export function accountPath(network: WalletNetwork): string {
  return networks[network].accountPath;
}

/**
 * The network whose counter gives this one its indexes: the same for all that have one path, and so one key. Wallet apps
 * use one path for all networks of Ethereum's kind. The same address on two of them would make one wallet of two, so an
 * index is given to only one.
 */
export function counterNetwork(network: WalletNetwork): WalletNetwork {
  return walletNetworks.find((each) => accountPath(each) === accountPath(network)) ?? network;
}

/**
 * The extended public key (zpub for Bitcoin, xpub elsewhere) of a network's account. All addresses can be
 * derived from it and nothing can be spent with it. Throws a RangeError for an invalid recovery phrase.
 */
export function extendedPublicKey(seedPhrase: string, network: WalletNetwork): string {
  if (!validateMnemonic(seedPhrase, wordlist)) throw new RangeError('The recovery phrase is not valid.');
  const { versions } = derivations[networks[network].scheme];
  const master = HDKey.fromMasterSeed(mnemonicToSeedSync(seedPhrase), versions);
  const account = master.derive(accountPath(network));
  const key = account.publicExtendedKey;
  master.wipePrivateData();
  account.wipePrivateData();
  return key;
}

/**
 * The receiving address with this number (path 0/index below the account). Throws a RangeError when the
 * index or the key is none, and for a private key, which has no business here.
 */
export function deriveAddress(network: WalletNetwork, accountKey: string, index: number): string {
  if (!Number.isInteger(index) || index < 0 || index >= HARDENED_OFFSET) {
    throw new RangeError('An address index is an integer from 0 to 2147483647.');
  }
  const { versions, address } = derivations[networks[network].scheme];
  const { publicKey } = receivingKey(accountKey, versions).deriveChild(index);
  if (!publicKey) throw new RangeError('There is no address with this index.');
  return address(publicKey);
}

/** What all addresses of an account share takes as long to compute as what is of one address alone. */
const receivingKeys = new Map<string, HDKey>();
const MOST_RECEIVING_KEYS = 100;

/** The key at path 0 below the account. */
function receivingKey(accountKey: string, versions: Versions): HDKey {
  // A key says its versions itself, and is refused with others.
  const known = receivingKeys.get(accountKey);
  if (known?.versions === versions) return known;
  const key = parseAccountKey(accountKey, versions).deriveChild(0);
  if (receivingKeys.size === MOST_RECEIVING_KEYS) receivingKeys.clear();
  receivingKeys.set(accountKey, key);
  return key;
}

function parseAccountKey(accountKey: string, versions: Versions): HDKey {
  let key: HDKey;
  try {
    key = HDKey.fromExtendedKey(accountKey, versions);
  } catch {
    // The cause is left out, because its message may quote the key.
    throw new RangeError('This is not an extended public key of the network.');
  }
  if (key.privateKey) throw new RangeError('This is a private key: give the extended public key.');
  return key;
}
