import { expect, it } from 'vitest';
import { askable, counterparties, ownAddresses, subjectKey } from './aml-results.queries.ts';

const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const evm = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

it('asks for each address once on each network, in one order, whatever the order of the rows', () => {
  const subjects = [
    { value: tron, network: 'TRX' },
    { value: evm, network: 'eth' },
    { value: evm.toLowerCase(), network: 'eth' },
    { value: evm, network: 'bnb' },
  ];
  const asked = askable(subjects);
  expect(asked.map(subjectKey)).toEqual([
    `bnb:${evm.toLowerCase()}`,
    `eth:${evm.toLowerCase()}`,
    `trx:${tron}`,
  ]);
  expect(askable(subjects.toReversed()).map(subjectKey)).toEqual(asked.map(subjectKey));
});

it('asks nothing of labels, of what the provider shortened, of networks without reports, and of the account’s own wallets', () => {
  const subjects = [
    { value: 'exchange', network: 'trx' },
    { value: 'TJRabPr…kjpRTv8', network: 'trx' },
    { value: '4Nd1mYQFRuJrTGuWKgMGWxEDXFuYjZ6Xrd2hCLrC7HkM', network: 'sol' },
    { value: undefined, network: 'eth' },
    { value: tron, network: undefined },
    { value: evm.toLowerCase(), network: 'eth' },
  ];
  expect(askable(subjects, ownAddresses([evm]))).toEqual([]);
});

it('treats the sender of an inflow and the recipient of an outflow as the counterparty', () => {
  const transaction = { sender_wallet: 'sender', recipient_wallet: 'recipient', network: 'eth' };
  const { subjectOf } = counterparties;
  expect(subjectOf({ ...transaction, direction: 'in' }).value).toBe('sender');
  expect(subjectOf({ ...transaction, direction: 'out' }).value).toBe('recipient');
});
