import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { WholeAddress } from './whole-address.tsx';

it.each([
  ['TJw2Y3AxeqBc6Xom6ojgJonyeUNWEZfRFQ', 'TJw2Y3AxeqBc6Xom6<wbr/>ojgJonyeUNWEZfRFQ'],
  ['0x8263Fce86B1b78F95Ab4dae11907d8AF88f841e7', '0x8263Fce86B1b78F95Ab<wbr/>4dae11907d8AF88f841e7'],
])('may break %s between two halves, without a character more to copy', (value, markup) => {
  expect(renderToStaticMarkup(<WholeAddress value={value} />)).toBe(markup);
});

it.each([`0x${'47bb5627'.repeat(8)}`, 'Invoice 1034, Halvorsen'])(
  'leaves a value that is longer, or has spaces to break at, as it is: %s',
  (value) => {
    expect(renderToStaticMarkup(<WholeAddress value={value} />)).toBe(value);
  },
);
