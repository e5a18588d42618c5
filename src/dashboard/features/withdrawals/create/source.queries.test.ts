import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { balanceLines } from '#dashboard/entities/balances/balance-lines.ts';
import { poolLine } from './source.queries.ts';

const leaf = (available: string) => ({ available: decimal(available) });

it('finds the pool that pays on every network, Solana and the shared pool included', () => {
  const lines = balanceLines({
    accounting: {
      eth: { USDC: leaf('3'), ETH: leaf('4') },
      sol: { SOL: leaf('0.000000001'), USDC: leaf('2') },
      trx_eth: { USDT: leaf('5') },
    },
    user: { eth: { ETH: leaf('9') } },
  });
  const available = (network: string, currency: string) => poolLine(lines, network, currency)?.available;
  expect(available('sol', 'SOL')).toBe('0.000000001');
  expect(available('sol', 'USDC')).toBe('2');
  expect(available('eth', 'ETH')).toBe('4');
  expect([available('trx', 'USDT'), available('eth', 'USDT')]).toEqual(['5', '5']);
  // The amount is not published, which is not the same as zero.
  expect(available('bnb', 'USDT')).toBeUndefined();
});
