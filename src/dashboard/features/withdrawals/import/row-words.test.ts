import { expect, it } from 'vitest';
import { recipientWords } from './row-words.ts';
import type { Recipient } from './screen-list.ts';

const recipient = (changes: Partial<Recipient>): Recipient => ({
  ownName: undefined,
  entry: undefined,
  isCoolingOff: false,
  times: 0,
  isHistoryWhole: true,
  isNew: true,
  lookAlikes: [],
  ...changes,
});

const wordsOf = (changes: Partial<Recipient>) =>
  recipientWords(recipient(changes)).map(({ words, isWarning }) => [words, isWarning]);

it('calls a payment the first only where the history proves it, and warns either way', () => {
  expect(wordsOf({})).toEqual([['First payment to this address', true]]);
  expect(wordsOf({ isHistoryWhole: false })).toEqual([['Earlier payments unknown', true]]);
  expect(wordsOf({ times: undefined, isHistoryWhole: false })).toEqual([['Not in the address book', true]]);
  expect(wordsOf({ times: 2, isNew: false })).toEqual([['Paid before', false]]);
});
