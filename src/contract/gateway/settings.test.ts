import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { explorer } from './settings.ts';

const address = 'https://scan.example/address/{address}';
const transaction = 'https://scan.example/tx/{hash}';

const complaints = (changes: object): string[] => {
  const read = z.safeParse(explorer, { enabled: true, address, transaction, ...changes });
  const fields = read.success ? [] : read.error.issues.map((issue) => issue.path.join('.'));
  return [...new Set(fields)];
};

describe('the link of an explorer', () => {
  it.each([
    'https://scan.example/{address}',
    'https://scan.example/#/address/{address}',
    'https://scan.example#{address}',
    'https://scan.example?q={address}',
    'https://10.0.0.7:8443/a/{address}/overview?tab=1&lang=en#top',
    'HTTPS://Scan.Example/{address}',
    ' https://scan.example/{address} ',
  ])('may be %j', (template) => {
    expect(complaints({ address: template })).toEqual([]);
  });

  it.each([
    'javascript:alert(1)//{address}',
    'javascript://scan.example/%0aalert({address})',
    'http://scan.example/{address}',
    '//scan.example/{address}',
    'scan.example/{address}',
    'data:text/html,{address}',
    'https:scan.example/{address}',
    'https:///{address}',
    'https://{address}/',
    'https://{address}.example/',
    'https://scan.example{address}',
    'https://scan.example:{address}/',
    'https://me@scan.example/{address}',
    'https://scan.example\\@evil.example/{address}',
    'https://-scan.example/{address}',
    'https://scan.example./../{address}',
    'https://scan.example/',
    'https://scan.example/{address}/{address}',
    'https://scan.example/{hash}',
    'https://scan.example/{address}/{hash}',
    'https://scan.example/{address}}',
    'https://scan.example/ {address}',
    'https://scan.example/"{address}',
    'https://scan.example/{address}\u0000',
    `https://scan.example/${'x'.repeat(300)}{address}`,
    '',
    7,
    null,
  ])('may not be %j', (template) => {
    expect(complaints({ address: template })).toEqual(['address']);
  });

  it('of a transaction has a hash in it', () => {
    expect(complaints({ transaction: 'https://scan.example/{address}' })).toEqual(['transaction']);
    expect(complaints({ transaction: 'https://scan.example/{hash}' })).toEqual([]);
  });
});
