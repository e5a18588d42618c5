// oxlint-disable no-restricted-imports -- reads a list where there is one; nothing else here touches files.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Network } from './networks.ts';
import { recognise } from './recognise.ts';

// Real addresses from a public list. It is not part of the project: where it is missing, this is skipped.
const shared = process.env['SHARED_DATA'] ?? join(import.meta.dirname, '../../../shared/data');
const folder = join(shared, 'sanctions');

const networksOfFile: Record<string, readonly Network[]> = {
  'BSC.txt': ['bnb'],
  'ETH.txt': ['eth'],
  'TRX.txt': ['trx'],
  // One Tron address is in the published list of Bitcoin addresses.
  'XBT.txt': ['btc', 'trx'],
  'USDT.txt': ['trx', 'eth', 'btc'],
};

describe.skipIf(!existsSync(folder))('addresses of the sanctions list', () => {
  it.each(Object.entries(networksOfFile))('are all recognised on their network: %s', (file, networks) => {
    const lines = readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    const unknown = lines.filter((line) => {
      const recognition = recognise(line);
      return !(
        recognition.ok &&
        recognition.candidates.some(({ kind, network }) => kind === 'address' && networks.includes(network))
      );
    });
    expect(lines.length).toBeGreaterThan(0);
    expect(unknown).toEqual([]);
  });

  it('are read from every file there is', () => {
    expect(
      readdirSync(folder)
        .filter((file) => file.endsWith('.txt'))
        .toSorted(),
    ).toEqual(Object.keys(networksOfFile).toSorted());
  });
});
