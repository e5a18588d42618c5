import { expect, it } from 'vitest';
import { recipientMessage } from './row-labels.ts';
import type { Recipient } from './screen-list.ts';

const recipient = (changes: Partial<Recipient>): Recipient => ({
  ownName: undefined,
  entry: undefined,
  isCoolingOff: false,
  times: 0,
  isHistoryComplete: true,
  isNew: true,
  lookAlikes: [],
  ...changes,
});

const labelsOf = (changes: Partial<Recipient>) =>
  recipientMessage(recipient(changes)).map(({ message, isWarning }) => [message, isWarning]);

it('calls a payment the first only where the history proves it, and warns either way', () => {
  expect(labelsOf({})).toEqual([['First payment to this address', true]]);
  expect(labelsOf({ isHistoryComplete: false })).toEqual([['Earlier payments unknown', true]]);
  expect(labelsOf({ times: undefined, isHistoryComplete: false })).toEqual([
    ['Not in the address book', true],
  ]);
  expect(labelsOf({ times: 2, isNew: false })).toEqual([['Paid before', false]]);
});
