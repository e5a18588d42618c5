import { describe, expect, it } from 'vitest';
import { isAmlNetwork, networksOfScheme } from '#domain/networks.ts';
import { parseSubject } from './read-subject.ts';

describe('what is typed to be checked', () => {
  it('is one subject for each network that it may be of', () => {
    const value = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
    expect(parseSubject(` ${value} `)).toEqual({
      state: 'known',
      subjects: networksOfScheme('evm')
        .filter(isAmlNetwork)
        .map((network) => ({ kind: 'address', network, value })),
    });
  });

  it('may be a transaction of several networks', () => {
    const read = parseSubject('f'.repeat(64));
    expect(read.state === 'known' && read.subjects.map(({ kind, network }) => `${kind} ${network}`)).toEqual([
      'transaction trx',
      'transaction btc',
    ]);
  });

  it('is refused with the reason where it is neither, or of a network without reports', () => {
    expect(parseSubject('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA9604')).toMatchObject({ state: 'impossible' });
    expect(parseSubject('4Nd1mYQFRuJrTGuWKgMGWxEDXFuYjZ6Xrd2hCLrC7HkM')).toEqual({
      state: 'impossible',
      reason: 'AML reports don’t cover Solana',
    });
    expect(parseSubject('  ')).toEqual({ state: 'empty' });
  });
});
