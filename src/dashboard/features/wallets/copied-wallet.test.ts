import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { copiedWallet } from './copied-wallet.ts';

const wallet = {
  address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  name: 'Till',
  network: 'trx',
  type: 'user',
  status: 'active',
  balances: {
    TRX: { available: decimal('0') },
    USDC: { available: decimal('0.000000000000000001') },
    USDT: { available: decimal('123456789012345678901234567890.5') },
  },
};

it('keeps every digit of the balances, and leaves out what is zero', () => {
  expect(copiedWallet(wallet)['balances']).toBe(
    '123456789012345678901234567890.5 USDT, 0.000000000000000001 USDC',
  );
});

it('says nothing where a field could not be read, and nothing if there is no balance', () => {
  expect(copiedWallet({ address: 'x' })).toEqual({
    address: 'x',
    name: null,
    network: null,
    type: null,
    status: null,
    balances: null,
  });
  expect(copiedWallet({ ...wallet, balances: {} })['balances']).toBe('');
});
