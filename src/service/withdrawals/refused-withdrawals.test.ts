import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { withdrawalNetworks } from '#domain/networks.ts';
import { insertAccount } from '../keys/accounts.store.ts';
import { insertKey } from '../keys/keys.store.ts';
import { failure, setUpService } from '../testing.ts';
import { findFaults, order, outsider, withdrawals } from './testing-withdrawals.ts';

const service = setUpService();
const { create, created, fillPool, funded } = withdrawals(service);

const refusal = (data: Record<string, string>, message: unknown = expect.any(String)) =>
  expect.objectContaining({ status: 400, body: failure(400, 'request', message, data) });

const balances = async () => (await service.call('GET', '/user-balances')).text;

describe('refuses', () => {
  const required = 'required field';
  it.each([
    ['no amount', { amount: undefined }, { amount: required }],
    ['an amount as a number', { amount: 10 }, { amount: 'Enter a decimal number as text.' }],
    ['a negative amount', { amount: '-1' }, { amount: 'Enter a decimal number as text.' }],
    ['an exponent', { amount: '1e3' }, { amount: 'Enter a decimal number as text.' }],
    ['zero', { amount: '0.00' }, { amount: 'Enter an amount greater than 0.' }],
    [
      'more decimals than the currency has',
      { amount: '10.0000001' },
      { amount: 'USDT has at most 6 decimals on Tron' },
    ],
    ['an unknown network', { network: 'doge' }, { network: `allowed: ${withdrawalNetworks.join(', ')}` }],
    ['a currency of another network', { currency: 'BTC' }, { currency: 'allowed on trx: USDT, USDC, TRX' }],
    ['no currency that there is', { currency: 'toString' }, { currency: 'allowed on trx: USDT, USDC, TRX' }],
    ['an unknown sender', { sender: 'me' }, { sender: 'allowed: user, exchange' }],
    ['no external id', { external_id: undefined }, { external_id: required }],
    [
      'an empty external id',
      { external_id: ' ' },
      { external_id: 'Enter a reference (up to 128 characters).' },
    ],
    ['no recipient', { recipient_wallet: undefined }, { recipient_wallet: required }],
    [
      'a recipient on another network',
      { recipient_wallet: outsider('btc') },
      { recipient_wallet: 'this is a Bitcoin address, not a Tron address' },
    ],
    ['a user without a wallet', { sender: 'user' }, { sender_wallet: 'required field when sender is user' }],
    [
      'a wallet that does not exist',
      { sender: 'user', sender_wallet: outsider('trx', 1) },
      { sender_wallet: 'This isn’t one of your wallets.' },
    ],
    ['a comment of 161 characters', { comment: 'x'.repeat(161) }, { comment: 'Enter up to 160 characters.' }],
    [
      'a fee that is neither here nor there',
      { fee_included: 'yes' },
      { fee_included: 'must be true or false' },
    ],
    ['a field that there is not', { priority: 1 }, { priority: 'unknown field' }],
  ])('%s', async (_what, change, rules) => {
    expect(await create(order(change))).toEqual(refusal(rules));
  });

  it('a mistyped recipient, with the reason', async () => {
    const address = outsider('trx');
    const mistyped = `${address.slice(0, -1)}${address.endsWith('x') ? 'y' : 'x'}`;
    expect(await create(order({ recipient_wallet: mistyped }))).toEqual(
      refusal({ recipient_wallet: 'the checksum doesn’t match; a character is wrong' }),
    );
  });

  it('several broken rules at once, each named', async () => {
    const answer = await create(order({ currency: 'BTC', recipient_wallet: 'x', sender: 'user' }));
    expect(Object.keys((answer.body as { data: object }).data)).toEqual([
      'currency',
      'recipient_wallet',
      'sender_wallet',
    ]);
  });

  it('a wallet that pays itself', async () => {
    const { address } = await funded('eth', 'USDT', '100');
    const body = { network: 'eth', sender: 'user', sender_wallet: address };
    expect(await create(order({ ...body, recipient_wallet: address.toLowerCase() }))).toEqual(
      refusal({ recipient_wallet: 'The recipient can’t be the wallet you pay from.' }),
    );
  });

  it('a wallet of another network, a blocked one and a deleted one', async () => {
    const wallet = await service.wallet('eth');
    const ask = { sender: 'user', sender_wallet: wallet.address };
    expect(await create(order(ask))).toEqual(
      refusal({ sender_wallet: 'This wallet is on Ethereum, not on Tron.' }),
    );
    const onEth = { ...ask, network: 'eth', recipient_wallet: outsider('eth') };
    await service.call('PATCH', '/wallets-status', { body: { address: wallet.address, status: 'blocked' } });
    expect(await create(order(onEth))).toEqual(refusal({ sender_wallet: 'This wallet is blocked.' }));
    await service.call('DELETE', '/wallets', { body: { address: wallet.address } });
    expect(await create(order(onEth))).toEqual(refusal({ sender_wallet: 'This isn’t one of your wallets.' }));
  });

  it.each([
    ['a token’s contract', { recipient_wallet: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
    ['a burn address', { network: 'eth', recipient_wallet: '0x000000000000000000000000000000000000dead' }],
    ['a precompiled contract', { network: 'bnb', recipient_wallet: `0x${'0'.repeat(39)}1` }],
    ['a system program', { network: 'sol', recipient_wallet: '1'.repeat(32) }],
  ])('%s as the recipient, with the reason', async (_what, change) => {
    expect(await create(order(change))).toEqual(
      refusal({
        recipient_wallet: expect.stringMatching(/^This .*(lost|spend funds sent to it)\.$/) as never,
      }),
    );
  });

  it('an accounting wallet, whose deposits are verified before they can be spent', async () => {
    const wallet = await service.wallet('eth', 'accounting');
    await service.fund(wallet, 'USDT', '100');
    const ask = { network: 'eth', sender: 'user', sender_wallet: wallet.address };
    const reason =
      'An accounting wallet can’t pay a withdrawal, because its deposits are verified first. Use a personal wallet or the exchange pool.';
    expect(await create(order({ ...ask, recipient_wallet: outsider('eth') }))).toEqual(
      refusal({ sender_wallet: reason }, reason),
    );
    expect(await findFaults(service.db)).toEqual([]);
    expect(await service.db.selectFrom('withdrawal_requests').selectAll().execute()).toEqual([]);
  });

  it('a recipient that was a wallet of this service, and was deleted', async () => {
    const { address } = await service.wallet('trx');
    await service.call('DELETE', '/wallets', { body: { address } });
    await fillPool('trx', 'USDT', '200');
    const reason =
      'This address belonged to a wallet that was deleted, so nobody would get the funds. Use another address.';
    expect(await create(order({ recipient_wallet: address }))).toEqual(
      refusal({ recipient_wallet: reason }, reason),
    );
  });

  it('a wallet of another account, with the error for one that does not exist', async () => {
    const wallet = await service.wallet('trx');
    const accountId = await insertAccount(service.db, 'Another account');
    const permissions = ['withdrawals:write'] as const;
    const { token } = await insertKey(service.db, { accountId, name: 'Key', permissions });
    const body = order({ sender: 'user', sender_wallet: wallet.address });
    expect(await service.call('POST', '/withdrawal-request', { body, token })).toEqual(
      refusal({ sender_wallet: 'This isn’t one of your wallets.' }),
    );
  });

  it('an amount below the minimum, with the minimum', async () => {
    expect(await create(order({ amount: '9.999999' }))).toEqual(
      refusal(
        { amount: 'Enter at least 10, the minimum for USDT on Tron.' },
        'The amount is below the minimum',
      ),
    );
  });

  it('an amount that the fee would eat up, unless the fee is added to it', async () => {
    await service.db
      .insertInto('withdrawal_fees')
      .values({ network: 'trx', currency: 'USDT', fee: decimal('3'), minimum: decimal('1') })
      .execute();
    await fillPool('trx', 'USDT', '100');
    expect(await create(order({ amount: '3' }))).toEqual(
      refusal(
        { amount: 'Enter more than 3, the fee that is deducted on USDT on Tron.' },
        'The amount must be greater than the fee',
      ),
    );
    expect(await created(order({ amount: '3', fee_included: false }))).toMatchObject({ fee: '3' });
    expect(await balances()).toContain('"available":94');
  });

  it('more than the wallet has once the fee is added, with every number', async () => {
    const wallet = await funded('trx', 'USDT', '100');
    const ask = { sender: 'user', sender_wallet: wallet.address, fee_included: false };
    expect(await create(order(ask))).toEqual(
      refusal(
        { amount: 'Not enough funds: 101.5 USDT (100 plus the fee of 1.5) needed, 100 USDT available.' },
        'Insufficient funds',
      ),
    );
    expect(await findFaults(service.db)).toEqual([]);
    expect(await service.db.selectFrom('withdrawal_requests').selectAll().execute()).toEqual([]);
  });
});

it('needs the permission to write withdrawals', async () => {
  const token = await service.keyWith('withdrawals:read');
  const answer = await service.call('POST', '/withdrawal-request', { body: order(), token });
  expect(answer.body).toEqual(failure(400, 'system', expect.stringContaining('withdrawals:write')));
});
