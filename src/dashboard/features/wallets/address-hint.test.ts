import { describe, expect, it } from 'vitest';
import { recognise } from '#domain/recognise.ts';
import { addressHint } from './address-hint.ts';

const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const ethereum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const hint = (text: string, network?: string) => addressHint(text, recognise(text), network);

describe('the hint at the address filter', () => {
  it('says nothing about an address, and takes spaces off a pasted one', () => {
    expect(hint(`  ${tron}\n`)).toEqual({ value: tron, isAddress: true, message: '' });
  });

  it('searches for the canonical spelling of an address', () => {
    expect(hint(ethereum.toLowerCase())).toMatchObject({ value: ethereum, isAddress: true });
  });

  it('says which networks an address belongs to when the network filter leaves it out', () => {
    expect(hint(ethereum, 'trx').message).toBe(
      'An address on Ethereum or BNB Chain, but the network filter excludes it.',
    );
    expect(hint(ethereum, 'bnb').message).toBe('');
  });

  it('says that a transaction id is no address', () => {
    expect(hint('a'.repeat(64))).toMatchObject({
      isAddress: false,
      message: 'This is a transaction ID, not an address.',
    });
  });

  it('says what is wrong with what is neither, and still searches for it: a provider may know more networks', () => {
    const { value, isAddress, message } = hint(`${tron.slice(0, -1)}9`);
    expect({ value, isAddress }).toEqual({ value: `${tron.slice(0, -1)}9`, isAddress: false });
    expect(message).toMatch(/^This doesn’t look like a wallet address: .+\.$/);
  });
});
