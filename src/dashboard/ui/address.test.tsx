import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Explorers } from '#dashboard/lib/explorers.ts';
import { AddressContext } from './address-context.ts';
import { Address } from './address.tsx';
import classes from './address.module.css';

const value = 'TUgARKdCxZVoHD8NsYz6hnJwrERTGfzSb5';

/** The address in full, where the page knows these explorers, or doesn't know them yet. */
function markup(explorers: Explorers | undefined): string {
  return renderToString(
    <AddressContext value={{ explorers }}>
      <Address value={value} full network="trx" kind="address" />
    </AddressContext>,
  );
}

describe('beside a whole address', () => {
  it('there is room for a link while it isn’t known whether there is one', () => {
    expect(markup(undefined)).toContain(classes['awaited']);
  });

  it('there is a link to the network’s explorer, or no room for one', () => {
    const links = { address: 'https://example.com/{address}', transaction: 'https://example.com/{hash}' };
    expect(markup({ trx: links })).toContain(`href="https://example.com/${value}"`);
    for (const known of [{ trx: links }, { trx: null }, {}]) {
      expect(markup(known)).not.toContain(classes['awaited']);
    }
  });
});
