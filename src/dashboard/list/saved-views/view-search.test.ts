import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { viewOf } from '../filter-labels.ts';
import { isShown } from './view-search.ts';

const view = (address: string) => viewOf(new URLSearchParams(address));

describe('the search of a view', () => {
  it('says what is shown and how, and not where the user is in it', () => {
    expect(
      view('status=error&offset=200&until=2026-01-02T03%3A04%3A05Z&limit=25&range=7d&columns=a%2Cb'),
    ).toBe('columns=a%2Cb&limit=25&range=7d&status=error');
    expect(view('offset=100&until=2026-01-02')).toBe('');
  });

  it('is the same whatever the order of the parameters, and stays when it is read again', () => {
    const parameters = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.string()), {
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(parameters, (given) => {
        const search = viewOf(new URLSearchParams(given));
        expect(viewOf(new URLSearchParams(given.toReversed()))).toBe(search);
        expect(view(search)).toBe(search);
      }),
    );
  });
});

describe('a saved view', () => {
  it('is shown where the address says the same', () => {
    expect(isShown('status=error', view('status=error&offset=25'))).toBe(true);
    expect(isShown('status=error', view('status=error&network=trx'))).toBe(false);
    expect(isShown('status=error', '')).toBe(false);
  });

  it('without columns is shown in any column layout', () => {
    expect(isShown('status=error', view('density=compact&status=error&columns=a'))).toBe(true);
    expect(isShown('', view('columns=a'))).toBe(true);
    expect(isShown('', view('columns=a&status=error'))).toBe(false);
  });

  it('with a column layout is shown with this layout only', () => {
    expect(isShown('columns=a&status=error', 'columns=b&status=error')).toBe(false);
    expect(isShown('columns=a&status=error', 'status=error')).toBe(false);
    expect(isShown('columns=a', 'columns=a&density=compact')).toBe(false);
  });
});
