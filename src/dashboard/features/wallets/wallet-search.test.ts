import { describe, expect, it } from 'vitest';
import { formatList } from '#domain/format.ts';
import { networkFacts, networksOfScheme } from '#domain/networks.ts';
import { recognise } from '#domain/recognise.ts';
import { searchFilters, searchHint } from './wallet-search.ts';

const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const ethereum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const hint = (text: string, network?: string) => searchHint(recognise(text), network);

describe('the wallet search', () => {
  it.each([tron, ethereum, ethereum.toLowerCase(), bitcoin])(
    'finds the wallet with the whole address %s',
    (text) => {
      expect(searchFilters(text)).toEqual({ address: text, search: undefined });
    },
  );

  it.each(['desk', tron.slice(0, -1), 'bc1', 'Treasury', '42'])(
    'looks for %s in names and addresses',
    (text) => {
      expect(searchFilters(text)).toEqual({ address: undefined, search: text });
    },
  );

  it('says nothing about a whole address', () => {
    expect(hint(tron)).toBe('');
  });

  it('says which networks an address belongs to if the network filter excludes it', () => {
    const names = networksOfScheme('evm').map((network) => networkFacts(network).name);
    expect(hint(ethereum, 'trx')).toBe(
      `An address on ${formatList(names, 'or')}, but the network filter excludes it.`,
    );
    expect(hint(ethereum, 'bnb')).toBe('');
  });

  it("says that a transaction ID isn't an address", () => {
    expect(hint('a'.repeat(64))).toBe('This is a transaction ID, not an address.');
  });

  it('says what is wrong with a mistyped address', () => {
    expect(hint(`${tron.slice(0, -1)}9`)).toMatch(/^This doesn’t look like a wallet address: .+\.$/);
  });
});
