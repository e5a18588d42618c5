import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BIP32Factory } from 'bip32';
import * as bitcoin from 'bitcoinjs-lib';
import bs58check from 'bs58check';
import { getBytes, HDNodeWallet, Mnemonic } from 'ethers';
import * as secp256k1 from 'tiny-secp256k1';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { networks, walletNetworks, type WalletNetwork, type WalletScheme } from '#domain/networks.ts';
import { migrations } from '#database/migrations/migrations.ts';
import { migrate } from '#database/migrate.ts';
import { openDatabase } from '#database/database.ts';
import { makeTestDatabase, useTestDatabase } from '#database/testing.ts';
import { createHttpApp } from '#http/http-app.ts';
import { permissions } from '#contract/permissions.ts';
import { insertAccount } from '../keys/accounts.store.ts';
import { insertKey } from '../keys/keys.store.ts';
import { registerService } from '../service.ts';
import { prepareAddresses } from './prepare-addresses.ts';

const documentFile = new URL('../../../docs/recovery.md', import.meta.url);

/** The path of each network in the document, with `n` for the index. */
async function documentedPaths(): Promise<Record<string, string>> {
  const rows = (await readFile(documentFile, 'utf8')).matchAll(/^\| [^|]+ \| `(\w+)` +\| `(m[^`]+\/n)`/gm);
  return Object.fromEntries([...rows].map(([, network = '', printed = '']) => [network, printed]));
}

// This file uses none of the product's code: other libraries, another implementation of the curve.
const bip32 = BIP32Factory(secp256k1);

const restore: Record<WalletScheme, (phrase: string, derivation: string) => string> = {
  evm: (phrase, derivation) => HDNodeWallet.fromPhrase(phrase, '', derivation).address,
  tron: (phrase, derivation) => {
    const { address } = HDNodeWallet.fromPhrase(phrase, '', derivation);
    return bs58check.encode(Uint8Array.of(0x41, ...getBytes(address)));
  },
  bitcoin: (phrase, derivation) => {
    const seed = getBytes(Mnemonic.fromPhrase(phrase).computeSeed());
    const { publicKey } = bip32.fromSeed(seed).derivePath(derivation);
    return bitcoin.payments.p2wpkh({ pubkey: publicKey }).address ?? '';
  },
};

const database = useTestDatabase();
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'wallet-console-recovery-'));
});
afterEach(async () => await rm(directory, { recursive: true, force: true }));

async function startService(db = database.db) {
  const app = createHttpApp({});
  registerService(app, { db, allowSandboxKeys: false });
  const accountId = await insertAccount(db, 'Main account');
  const { token } = await insertKey(db, { accountId, name: 'Key', permissions });
  const createWallet = async (network: WalletNetwork): Promise<string> => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/prod/v1/wallets',
      headers: { token },
      payload: { name: 'Wallet', network, type: 'user' },
    });
    return answer.json<{ data: { address: string } }>().data.address;
  };
  const indexOf = async (address: string): Promise<number> => {
    const wallet = await db
      .selectFrom('wallets')
      .select('chain_index')
      .where('address', '=', address)
      .executeTakeFirstOrThrow();
    return wallet.chain_index;
  };
  return { createWallet, indexOf };
}

const phraseIn = async (): Promise<string> =>
  (await readFile(path.join(directory, 'recovery-phrase.txt'), 'utf8'))
    .split('\n')
    .filter((line) => !line.startsWith('#') && line !== '')
    .join('');

describe('a new installation', () => {
  it('creates over HTTP what other libraries restore from its phrase, along the documented paths', async () => {
    await prepareAddresses(database.db, { dataDirectory: directory, isSandbox: false });
    const { createWallet, indexOf } = await startService();
    const paths = await documentedPaths();
    const phrase = await phraseIn();
    expect(Object.keys(paths).sort()).toEqual([...walletNetworks].sort());
    for (let round = 0; round < 3; round += 1) {
      for (const network of walletNetworks) {
        const address = await createWallet(network);
        const derivation = (paths[network] ?? '').replace(/n$/, String(await indexOf(address)));
        expect(restore[networks[network].scheme](phrase, derivation), `${network} ${derivation}`).toBe(
          address,
        );
      }
    }
  });

  it('counts the addresses of Ethereum and BNB Chain together, so that none belongs to two wallets', async () => {
    await prepareAddresses(database.db, { dataDirectory: directory, isSandbox: false });
    const { createWallet, indexOf } = await startService();
    const both = Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? 'bnb' : 'eth') as WalletNetwork);
    const addresses = await Promise.all(both.map(createWallet));
    const indexes = await Promise.all(addresses.map(indexOf));
    expect(new Set(addresses).size).toBe(30);
    expect(indexes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i));
    expect(await indexOf(await createWallet('trx'))).toBe(0);
  });
});

describe('an installation from before the shared path', () => {
  it('keeps its path and its counter for BNB Chain', async () => {
    const place = await makeTestDatabase();
    const { db, close } = await openDatabase(place.config);
    try {
      const names = Object.keys(migrations);
      const change = names.findIndex((name) => name.endsWith('-shared-address-counter'));
      await migrate(db, Object.fromEntries(Object.entries(migrations).slice(0, change)));
      const phrase = Mnemonic.fromEntropy(new Uint8Array(32).fill(7)).phrase;
      const accounts = { trx: "m/44'/195'/0'", eth: "m/44'/60'/0'", bnb: "m/44'/60'/1'", btc: "m/84'/0'/0'" };
      const oldNetworks = ['trx', 'eth', 'bnb', 'btc'] as const;
      const zpub = { public: 0x04b24746, private: 0x04b2430c };
      for (const network of oldNetworks) {
        const account = accounts[network];
        const key =
          network === 'btc'
            ? bip32
                .fromSeed(getBytes(Mnemonic.fromPhrase(phrase).computeSeed()), {
                  ...bitcoin.networks.bitcoin,
                  bip32: zpub,
                })
                .derivePath(account)
                .neutered()
                .toBase58()
            : HDNodeWallet.fromPhrase(phrase, '', account).neuter().extendedKey;
        const row = { network, extended_public_key: key, path: account, next_index: 5 };
        // Without the column that the later migration adds.
        await db
          .insertInto('address_chains')
          .values(row as never)
          .execute();
      }
      await migrate(db);

      const { newPhraseFile } = await prepareAddresses(db, { dataDirectory: directory, isSandbox: false });
      expect(newPhraseFile).toBeUndefined();
      const { createWallet } = await startService(db);
      for (const index of [5, 6]) {
        for (const network of oldNetworks) {
          const derivation = `${accounts[network]}/0/${index}`;
          expect(await createWallet(network)).toBe(restore[networks[network].scheme](phrase, derivation));
        }
      }
    } finally {
      await close();
      await place.remove();
    }
  });
});
