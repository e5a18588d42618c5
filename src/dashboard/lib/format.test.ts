import { expect, it } from 'vitest';
import { formatAge, networkInText, networkLabel } from './format.ts';
import { instant } from './zones.arbitrary.ts';

const moment = instant('2026-11-21T14:30:12.999999Z');

it.each([
  [0, 'just now'],
  [999, 'just now'],
  [-999, 'just now'],
  [1_000, '1 s ago'],
  [59_999, '59 s ago'],
  [60_000, '1 min ago'],
  [3_599_999, '59 min ago'],
  [3_600_000, '1 h ago'],
  [47.9 * 3_600_000, '47 h ago'],
  [48 * 3_600_000, '2 days ago'],
  [60 * 86_400_000, '60 days ago'],
  [61 * 86_400_000, '2 months ago'],
  [730 * 86_400_000, '23 months ago'],
  [731 * 86_400_000, '2 years ago'],
  [-5 * 60_000, 'in 5 min'],
])('says about a moment %i ms before now: %s', (age, words) => {
  expect(formatAge(moment, Date.parse('2026-11-21T14:30:12.999Z') + age)).toBe(words);
});

it.each([
  ['trx', 'Tron · TRC20', 'Tron (TRC20)'],
  ['BNB', 'BNB Chain · BEP20', 'BNB Chain (BEP20)'],
  ['btc', 'Bitcoin', 'Bitcoin'],
  ['solana', 'solana', 'solana'],
])('names the network %s by itself and within a sentence', (network, label, inText) => {
  expect([networkLabel(network), networkInText(network)]).toEqual([label, inText]);
});
