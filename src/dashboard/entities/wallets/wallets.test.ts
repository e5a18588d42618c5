import { describe, expect, it } from 'vitest';
import { addressOfPath, newWalletPath, walletPath, walletsPath } from './wallets.ts';

describe('the addresses of wallet pages', () => {
  it.each(['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'odd/one?&#%', '…'])(
    'say which wallet they are about: %j',
    (address) => {
      expect(addressOfPath(walletPath(address))).toBe(address);
      expect(addressOfPath(walletPath(address, 'rename'))).toBe(address);
    },
  );

  it.each([walletsPath, newWalletPath, '/wallets/', '/balances', '/wallets/%'])(
    'name no wallet: %j',
    (path) => {
      expect(addressOfPath(path)).toBeUndefined();
    },
  );
});
