import { expect, it } from 'vitest';
import {
  isLoopbackAddress,
  isMetadataAddress,
  isPrivateAddress,
  isPublicAddress,
} from './private-address.ts';

it.each(['93.184.215.14', '8.8.8.8', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])('%s is public', (address) =>
  expect(isPublicAddress(address)).toBe(true),
);

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  'fec0::1',
  'feff::1',
  'fd00:ec2::254',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '0:0:0:0:0:ffff:808:808',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::169.254.169.254',
  '::8.8.8.8',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a9fe:a9fe',
  '::ffff:a00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '::ffff:0:8.8.8.8',
  // Teredo: the client's address is inverted.
  '2001:0:a9fe:a9fe::1',
  '2001:0:808:808:0:0:f5ff:fffe',
  // Documentation, benchmarks, and what nobody was ever given.
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '2001:db8::1',
  '4000::1',
  '240.0.0.1',
  '161.26.0.10',
  '166.11.255.255',
  'fe80::1%eth0',
  'not an address',
  '',
])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));

it.each([
  '169.254.169.254',
  '::ffff:169.254.169.254',
  'fd00:ec2::254',
  '100.100.100.200',
  'fe80::a9fe:a9fe',
  'fd00:ec2::23',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::6464:64c8',
  '2002:a9fe:a9fe::1',
  '2002:a83f:8110::',
  '::169.254.169.254',
  '::ffff:0:a9fe:a9fe',
  '64:ff9b:1:a9fe:a9:fe00::',
  '64:ff9b:1::a9fe:a9fe',
  '2001:0:a9fe:a9fe::1',
  '2001:0:808:808:0:0:5601:5601',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  '192.0.0.192',
  'fd00:c1::a9fe:a9fe',
  'fd00:42::42',
  'fd20:ce::254',
])('%s gives a machine its credentials', (address) => expect(isMetadataAddress(address)).toBe(true));

it.each(['10.1.2.3', '127.0.0.1', '8.8.8.8', 'fd00::1', '64:ff9b::808:808', '2002:808:808::1'])(
  '%s does not',
  (address) => expect(isMetadataAddress(address)).toBe(false),
);

it.each([
  ['2130706433', '127.0.0.1'],
  ['0x7f.1', '127.0.0.1'],
  ['0177.0.0.1', '127.0.0.1'],
  ['127.1', '127.0.0.1'],
  ['0xa9fea9fe', '169.254.169.254'],
  ['0251.0376.0251.0376', '169.254.169.254'],
  ['①②⑦.0.0.1', '127.0.0.1'],
  ['[::ffff:127.0.0.1]', '::ffff:7f00:1'],
])('%s in a URL is the address %s, and not public', (written, address) => {
  const { hostname } = new URL(`http://${written}/`);
  expect(hostname.replace(/^\[|\]$/g, '')).toBe(address);
  expect(isPublicAddress(address)).toBe(false);
  // Also where a caller didn't parse it as a URL.
  expect(isPublicAddress(written)).toBe(false);
});

it.each(['127.0.0.1', '127.255.0.9', '::1', '::ffff:127.0.0.1'])('%s is this machine', (address) =>
  expect(isLoopbackAddress(address)).toBe(true),
);

it.each(['0.0.0.0', '128.0.0.1', '::', '::2', 'localhost'])('%s is not this machine', (address) =>
  expect(isLoopbackAddress(address)).toBe(false),
);

it.each(['10.0.0.1', '::ffff:192.168.0.1', '100.64.0.1', 'fe80::1', 'fec0::1', 'fd00::1', '127.0.0.1'])(
  '%s is private',
  (address) => expect(isPrivateAddress(address)).toBe(true),
);

it.each(['8.8.8.8', '2606:2800::1', '203.0.113.9', 'example.com'])('%s is not private', (address) =>
  expect(isPrivateAddress(address)).toBe(false),
);
