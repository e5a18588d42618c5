import { describe, expect, it } from 'vitest';
import { networksOfScheme } from '#domain/networks.ts';
import { type NetworkOf, planMany } from './plan-many.ts';

const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const evm = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const evmNetworks = networksOfScheme('evm').join(' ');

function states(list: string, networkOf: NetworkOf = () => undefined): string[] {
  const plan = planMany(list, networkOf);
  if (!plan.ok) throw new Error(plan.reason);
  return plan.rows.map((row) => {
    if (row.state === 'open') {
      return `${row.line} open ${row.subjects.map(({ network }) => network).join(' ')}`;
    }
    if (row.state === 'ready') return `${row.line} ready ${row.subject.network}`;
    return row.state === 'duplicate' ? `${row.line} as ${row.ofLine}` : `${row.line} ${row.reason}`;
  });
}

const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;

describe('a list of subjects', () => {
  it('sets duplicates aside, whatever their spelling, and what isn’t a subject, with the reason', () => {
    expect(states(`${tron}\n\n ${evm} \r\n${evm.toLowerCase()}\n0x12\n${tron}`)).toEqual([
      '1 ready trx',
      `3 open ${evmNetworks}`,
      '4 as 3',
      '5 an Ethereum address has 42 characters, but this has 4',
      '6 as 1',
    ]);
  });

  it('uses the network that is written beside, and never picks one of several', () => {
    expect(states(`${evm};bnb\n${evm}\n${tron},eth`)).toEqual([
      '1 ready bnb',
      `2 open ${evmNetworks}`,
      '3 not on the network eth',
    ]);
    expect(states(hash(1).slice(2))).toEqual(['1 open trx btc']);
    expect(states(evm, (_subjects, line) => (line === 1 ? 'bnb' : undefined))).toEqual(['1 ready bnb']);
  });

  it.each([
    `eth:${evm}`,
    `eth,${evm}`,
    `ETH ${evm}`,
    `Ethereum\t${evm}`,
    `"eth","${evm}"`,
    `'eth:${evm}'`,
    `“${evm}”, ethereum`,
    `erc20 ${evm} # ticket 4711`,
    `"${evm}";"eth"`,
  ])('reads the line %s as people paste it', (line) => {
    expect(states(line)).toEqual(['1 ready eth']);
  });

  it('parses a network of two words, and skips comments and empty quotes', () => {
    expect(states(`# to be checked today\n\n  # and these\nBNB Chain ${evm}\n"${tron}" #urgent\n""`)).toEqual(
      ['4 ready bnb', '5 ready trx'],
    );
  });

  it('treats the same subject on two networks as two', () => {
    expect(states(`eth:${evm}\nbnb:${evm}\n${evm.toLowerCase()},ETH`)).toEqual([
      '1 ready eth',
      '2 ready bnb',
      '3 as 1',
    ]);
  });

  it('is CSV where the first line names the columns', () => {
    expect(states(`name,value,network\n"Smith, Ann",${tron},\nBob,${evm},BNB\n`)).toEqual([
      '2 ready trx',
      '3 ready bnb',
    ]);
  });

  it('counts exactly: 1,000 rows of which 100 are twice there and 50 are wrong leave 850', () => {
    const rows = Array.from({ length: 1000 }, (_, n) => {
      if (n < 850) return hash(n);
      return n < 950 ? hash(n - 850) : `0x${n}`;
    });
    const all = states(rows.join('\n'), () => 'eth');
    expect(all.filter((state) => state.includes('ready'))).toHaveLength(850);
    expect(all.filter((state) => / as \d+$/.test(state))).toHaveLength(100);
  });
});
