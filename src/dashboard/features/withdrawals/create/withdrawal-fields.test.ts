import { describe, expect, it } from 'vitest';
import { namesWithArticle } from '#domain/address-check.ts';
import { decimal } from '#domain/decimal.ts';
import { networksOfScheme } from '#domain/networks.ts';
import { bodyOf, checkFields, type Circumstances, emptyFields, type Fields } from './withdrawal-fields.ts';

const tron = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const payer = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const ethereum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const fields = (changes: Partial<Fields> = {}): Fields => ({
  ...emptyFields({ sender: 'user', network: 'trx', currency: 'USDT', wallet: payer }),
  recipient_wallet: tron,
  amount: '25',
  ...changes,
});

const rule = { kind: 'rule', fee: decimal('1.5'), minimum: decimal('10') } as const;
const payerOf = (status: string) => ({ wallet: { status }, isUnknown: false });
const errors = (changes: Partial<Fields>, circumstances: Partial<Circumstances> = {}) =>
  checkFields(fields(changes), {
    fee: rule,
    available: decimal('100'),
    payer: payerOf('active'),
    ...circumstances,
  });

describe('the problems of a form', () => {
  it('are none if it can be sent', () => {
    expect(errors({})).toEqual({});
    expect(errors({ sender: 'exchange', sender_wallet: '' })).toEqual({});
    expect(errors({ recipient_wallet: `  ${tron}\n`, amount: ' 25 ' })).toEqual({});
  });

  it.each([
    ['', 'Enter an address.'],
    [ethereum, `This is ${namesWithArticle(networksOfScheme('evm'))} address, not a Tron address.`],
    [`${tron.slice(0, -1)}8`, 'The checksum doesn’t match; a character is wrong.'],
    [`${tron.slice(0, 20)}-${tron.slice(20)}`, '“-” never occurs in a Tron address.'],
    ['Somebody', 'Choose a saved address or wallet, or enter an address.'],
    ['Trading of May and Sons', 'Choose a saved address or wallet, or enter an address.'],
    [`${tron.slice(0, 7)}…${tron.slice(-6)}`, 'This is shortened; copy the full text.'],
    [payer, 'The recipient can’t be the wallet you pay from.'],
  ])('cover the recipient %j', (recipient, message) => {
    expect(errors({ recipient_wallet: recipient })).toEqual({ recipient_wallet: message });
  });

  it.each([
    ['', 'Enter an amount.'],
    ['1,5', 'Enter a number such as 1250.50, without thousands separators.'],
    ['0', 'Enter an amount greater than 0.'],
    ['25.0000001', 'USDT on Tron has at most 6 decimals.'],
    ['9.999999', 'Enter at least 10, the minimum for USDT on Tron.'],
    ['100.000001', 'Not enough funds: 100.000001 USDT needed, 100 USDT available.'],
  ])('cover the amount %j', (amount, message) => {
    expect(errors({ amount })).toEqual({ amount: message });
  });

  it.each([
    ['trx', 'TRX', 6, '20.000001'],
    ['btc', 'BTC', 8, '0.00050001'],
    ['bnb', 'BNB', 18, '0.010000000000000001'],
  ] as const)('on %s in %s allow %i decimals and none beyond', (network, currency, places, amount) => {
    const free = { fee: { kind: 'rule', fee: decimal('0'), minimum: decimal('0') } } as const;
    const asked = { network, currency, amount } as const;
    expect(errors(asked, free).amount).toBeUndefined();
    expect(bodyOf(fields(asked)).amount).toBe(amount);
    expect(errors({ ...asked, amount: `${amount}1` }, free).amount).toMatch(
      new RegExp(`^${currency} on .+ has at most ${places} decimals\\.$`),
    );
  });

  it('counts the fee that comes on top, and not one that is only an estimate', () => {
    const added = { amount: '99', fee_included: 'added' } as const;
    expect(errors(added)).toEqual({ amount: 'Not enough funds: 100.5 USDT needed, 100 USDT available.' });
    const estimate = { kind: 'estimate', fee: decimal('1.5'), at: '2026-01-02T03:04:05.000Z' } as const;
    expect(errors(added, { fee: estimate })).toEqual({});
    expect(errors({ amount: '1' }, { fee: { kind: 'unknown' } })).toEqual({});
    expect(errors({ amount: '1000' }, { available: undefined })).toEqual({});
  });

  it('cover a wallet that can’t pay, and none that the service lets pay', () => {
    expect(errors({}, { payer: payerOf('blocked') })).toEqual({
      sender_wallet: 'This wallet is blocked, so you can’t withdraw from it.',
    });
    expect(errors({}, { payer: { wallet: undefined, isUnknown: true } })).toEqual({
      sender_wallet: 'This isn’t one of your personal wallets on Tron.',
    });
    expect(errors({}, { payer: payerOf('inactive') })).toEqual({});
    expect(errors({}, { payer: { wallet: undefined, isUnknown: false } })).toEqual({});
  });

  it('is reported for a recipient that no one can spend from', () => {
    expect(errors({ recipient_wallet: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' })).toEqual({
      recipient_wallet: 'This is the contract of the token USDT, not a wallet. Anything sent to it is lost.',
    });
  });

  it("cover the other fields, with the contract's messages", () => {
    expect(errors({ sender_wallet: '' })).toEqual({ sender_wallet: 'Choose a wallet to pay from.' });
    expect(errors({ external_id: ' ' })).toEqual({
      external_id: 'Enter a reference (up to 128 characters).',
    });
    expect(errors({ comment: 'x'.repeat(161) })).toEqual({ comment: 'Enter up to 160 characters.' });
    expect(errors({ currency: 'BTC' })).toMatchObject({ currency: 'BTC isn’t available on Tron.' });
  });
});

it('sends the same body for the same request, however it is spelt', () => {
  const one = fields({ network: 'eth', recipient_wallet: ethereum, amount: '25', sender: 'exchange' });
  const other = { ...one, recipient_wallet: ` ${ethereum.toLowerCase()} `, amount: '025.00' };
  expect(bodyOf(other)).toEqual(bodyOf(one));
  expect(bodyOf(one)).toEqual({
    sender: 'exchange',
    network: 'eth',
    currency: 'USDT',
    recipient_wallet: ethereum,
    amount: '25',
    fee_included: true,
    external_id: one.external_id,
  });
});

it('names each new request differently', () => {
  const ids = Array.from({ length: 100 }, () => fields().external_id);
  expect(new Set(ids).size).toBe(100);
  expect(ids[0]).toMatch(/^wd-\d{4}-\d\d-\d\d-[\da-f]{12}$/);
});
