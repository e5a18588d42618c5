import { describe, expect, it } from 'vitest';
import { openerKey } from './use-close-dialog.ts';

const list = { pathname: '/wallets', search: '?limit=25' };

function opener(...addresses: string[]) {
  const entries = addresses.map((address, index) => ({ key: String(index), url: `http://host${address}` }));
  return openerKey(entries, entries.length - 1, list);
}

describe('the history entry on which a dialog was opened', () => {
  it('is the list before it, past the dialogs in between', () => {
    expect(opener('/balances', '/wallets?limit=25', '/wallets/new?limit=25')).toBe('1');
    expect(opener('/wallets?limit=25', '/wallets/T1?limit=25', '/wallets/T1/delete?limit=25')).toBe('0');
  });

  it('is the nearest one', () => {
    expect(opener('/wallets?limit=25', '/wallets?limit=25', '/wallets/new?limit=25')).toBe('1');
  });

  it('is unknown where the dialog was reached from elsewhere, or is the first page', () => {
    expect(opener('/wallets?limit=25', '/balances', '/wallets/new?limit=25')).toBeUndefined();
    expect(opener('/wallets?limit=25', '/walletsx', '/wallets/new?limit=25')).toBeUndefined();
    expect(opener('/wallets/new?limit=25')).toBeUndefined();
  });

  it('is unknown where that list showed something else', () => {
    expect(opener('/wallets?limit=50', '/wallets/new?limit=25')).toBeUndefined();
  });

  it('is unknown where the browser hides the addresses before', () => {
    expect(
      openerKey(
        [
          { key: '0', url: null },
          { key: '1', url: null },
        ],
        1,
        list,
      ),
    ).toBeUndefined();
  });
});
