import { describe, expect, it } from 'vitest';
import { withdrawalNetworks } from '#domain/networks.ts';
import { recordOf } from '#domain/record-of.ts';
import { explorerLink, type Explorers, formOf } from './explorers.ts';

const site = (host: string) => ({
  address: `https://${host}/address/{address}`,
  transaction: `https://${host}/tx/{hash}?from=console`,
});
const explorers: Explorers = {
  ...recordOf(withdrawalNetworks, () => null),
  trx: { ...site('tron.example'), transaction: 'https://tron.example/#/transaction/{hash}' },
  eth: site('eth.example'),
  bnb: site('bnb.example'),
  sol: site('sol.example:8443'),
};
const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const hash = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';

describe('the link to an explorer', () => {
  it('is made from the template of the network, and names the site', () => {
    expect(explorerLink(explorers, 'trx', 'address', address)).toEqual({
      href: `https://tron.example/address/${address}`,
      site: 'tron.example',
    });
    expect(explorerLink(explorers, 'trx', 'transaction', hash)?.href).toBe(
      `https://tron.example/#/transaction/${hash}`,
    );
    expect(explorerLink(explorers, 'eth', 'transaction', `0x${hash}`)?.href).toBe(
      `https://eth.example/tx/0x${hash}?from=console`,
    );
    expect(explorerLink(explorers, 'sol', 'address', address)?.site).toBe('sol.example:8443');
  });

  it.each([
    ['a network that is switched off', explorers, 'btc', address],
    ['a network that we do not know', explorers, 'doge', address],
    ['a name that every object has', explorers, 'constructor', address],
    ['a label', explorers, 'trx', 'Deposit account'],
    ['an address that the provider shortened', explorers, 'trx', 'TR7NHqj…gjLj6t'],
    ['what would lead elsewhere', explorers, 'trx', '../../login?next=//evil.example/aaaaaaaaaaaaaaa'],
    ['settings that are not there yet', undefined, 'trx', address],
  ])('is not made for %s', (_what, templates, network, value) => {
    expect(explorerLink(templates, network, 'address', value)).toBeUndefined();
  });

  it('is not made of a template that isn’t an https link', () => {
    const script = { ...explorers, eth: { ...site('x'), address: 'javascript:alert("{address}")' } };
    expect(explorerLink(script, 'eth', 'address', address)).toBeUndefined();
  });
});

it.each([
  [address, 'whole'],
  [hash, 'whole'],
  [`0x${hash}`, 'whole'],
  ['5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW', 'whole'],
  ['TR7NHqj…gjLj6t', 'shortened'],
  ['0x5aAe...BeAed', 'shortened'],
  ['0x5aAe****BeAed', 'shortened'],
  ['Deposit account', 'label'],
  ['Exchange', 'label'],
  ['', 'label'],
])('classifies %j', (text, form) => {
  expect(formOf(text)).toBe(form);
});
