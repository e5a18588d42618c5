import { expect, it } from 'vitest';
import { isMetadataAddress, isPublicAddress } from './private-address.ts';

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
])('%s gives a machine its credentials', (address) => expect(isMetadataAddress(address)).toBe(true));

it.each(['10.1.2.3', '127.0.0.1', '8.8.8.8', 'fd00::1', '64:ff9b::808:808', '2002:808:808::1'])(
  '%s does not',
  (address) => expect(isMetadataAddress(address)).toBe(false),
);
