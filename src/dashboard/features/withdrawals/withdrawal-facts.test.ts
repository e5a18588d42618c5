import { expect, it } from 'vitest';
import { completeSides } from './withdrawal-facts.ts';

const sender = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const recipient = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const request = { sender_wallet: 'exchange', recipient_wallet: 'TR7NHqj…gjLj6t' };
const transaction = (value: { sender_wallet: string; recipient_wallet: string }) => ({
  isWhole: false as const,
  value,
  problems: [],
});

it('takes the address that was shortened from the detail, and leaves labels as they are', () => {
  expect(completeSides(request, { recipient_wallet: recipient })).toEqual({
    sender_wallet: 'exchange',
    recipient_wallet: recipient,
  });
});

it('takes it from the transaction of the request where the detail has shortened it too', () => {
  const transactions = [transaction({ sender_wallet: sender, recipient_wallet: recipient })];
  expect(completeSides(request, request, transactions).recipient_wallet).toBe(recipient);
});

it('changes no address that is whole, and keeps the short form where nothing completes it', () => {
  expect(completeSides({ recipient_wallet: sender }, { recipient_wallet: recipient })).toEqual({
    recipient_wallet: sender,
  });
  expect(completeSides(request, request).recipient_wallet).toBe('TR7NHqj…gjLj6t');
});
