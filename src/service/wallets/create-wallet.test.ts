import { toBuffer } from 'qrcode';
import { describe, expect, it } from 'vitest';
import { checkAddress } from '#domain/addresses.ts';
import { type WalletNetwork, walletNetworks } from '#domain/networks.ts';
import { verifyLedger } from '../ledger/ledger-verify.ts';
import { walletsAreCounted } from '../ledger/rules/wallets.ts';
import { failure, success, setUpService } from '../testing.ts';

const service = setUpService();

const body = { name: 'Lindqvist Shipping', network: 'trx', type: 'user' };
const create = async (change: object = {}) =>
  await service.call('POST', '/wallets', { body: { ...body, ...change } });
const dataOf = (answer: { body: unknown }) => (answer.body as { data: Record<string, string> }).data;

const pathOf = (qr = '') => new URL(qr).pathname;

const withWallets = async (network: WalletNetwork, count: number) => {
  const { created_at } = await service.db
    .selectFrom('accounts')
    .select('created_at')
    .executeTakeFirstOrThrow();
  await service.db
    .insertInto('wallets')
    .values(
      Array.from({ length: count }, (_, i) => ({
        address: `${network}-${i}`,
        account_id: service.accountId,
        network,
        type: 'user' as const,
        name: `Wallet ${i}`,
        status: 'active' as const,
        chain_index: 1_000_000 + i,
        created_at,
      })),
    )
    .execute();
  await service.db
    .insertInto('wallet_counts')
    .values({ account_id: service.accountId, network, wallets: count })
    .execute();
};

it.each([
  ['trx', 'TRC20'],
  ['eth', 'ERC20'],
  ['bnb', 'BEP20'],
  ['btc', 'BTC'],
] as const)('creates a wallet on %s with a real address of that network', async (network, standard) => {
  const answer = await create({ network });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual(
    success({
      user_id: service.accountId,
      qr: expect.stringMatching(/^http:\/\/localhost:80\/qr\//),
      address: expect.any(String),
      network_name: standard,
      network: network.toUpperCase(),
      name: body.name,
    }),
  );
  const { address = '' } = dataOf(answer);
  expect(checkAddress(network, address)).toEqual({ ok: true, address });
});

it('derives the first address of each network from the extended public key at 0/0', async () => {
  // Derived from the phrase "test … junk", as development tools and wallets show them.
  expect(dataOf(await create({ network: 'eth' }))['address']).toBe(
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  );
  expect(dataOf(await create({ network: 'eth' }))['address']).toBe(
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  );
});

it('trims the name, and keeps names of 1 and of 64 characters', async () => {
  expect(dataOf(await create({ name: '  A  ' }))['name']).toBe('A');
  expect(dataOf(await create({ name: 'é'.repeat(64) }))['name']).toBe('é'.repeat(64));
});

it('never gives an address twice, deleted or not', async () => {
  const first = dataOf(await create())['address'];
  await service.call('DELETE', '/wallets', { body: { address: first } });
  expect(dataOf(await create())['address']).not.toBe(first);
});

describe('refuses', () => {
  it.each([
    ['name', { name: undefined }, 'required field'],
    ['name', { name: '' }, 'Enter a name (up to 64 characters).'],
    ['name', { name: ' \t ' }, 'Enter a name (up to 64 characters).'],
    ['name', { name: 'x'.repeat(65) }, 'Enter a name (up to 64 characters).'],
    ['name', { name: 'x'.repeat(10_000) }, 'Enter a name (up to 64 characters).'],
    ['name', { name: 7 }, 'must be text'],
    ['name', { name: 'a\u0000b' }, 'Remove control characters.'],
    ['name', { name: 'a\u202eb' }, 'Remove control characters.'],
    ['network', { network: undefined }, 'required field'],
    ['network', { network: 'sol' }, `allowed: ${walletNetworks.join(', ')}`],
    ['network', { network: 'TRX' }, `allowed: ${walletNetworks.join(', ')}`],
    ['type', { type: undefined }, 'required field'],
    ['type', { type: 'exchange' }, 'allowed: user, accounting'],
    ['owner', { owner: 'me' }, 'unknown field'],
  ])('a bad %s %o', async (field, change, rule) => {
    const answer = await create(change);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      failure(400, 'request', `Validation failed: ${field}: ${rule}`, { [field]: rule }),
    );
  });

  it('all bad fields at once, each with its rule', async () => {
    const answer = await service.call('POST', '/wallets', { body: { network: 'x' } });
    expect(answer.body).toMatchObject({
      data: {
        name: 'required field',
        network: `allowed: ${walletNetworks.join(', ')}`,
        type: 'required field',
      },
    });
  });
});

describe('the limit of 500 wallets', () => {
  const limitReached = failure(404, 'not_found', expect.stringContaining('limit of 500'));

  it('holds exactly under 50 creations at once', async () => {
    await withWallets('trx', 495);
    const answers = await Promise.all(Array.from({ length: 50 }, async () => await create()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 404);
    expect(refused).toHaveLength(45);
    for (const { body: refusal } of refused) expect(refusal).toEqual(limitReached);
    expect(dataOf(await service.call('GET', '/wallets?network=trx&limit=1'))['count']).toBe(500);
    expect((await verifyLedger(service.db, [walletsAreCounted])).differences).toEqual([]);
  });

  it('is counted separately for each network', async () => {
    await withWallets('trx', 500);
    expect((await create()).body).toEqual(limitReached);
    expect((await create({ network: 'eth' })).status).toBe(200);
  });

  it('has room again after a deletion', async () => {
    await withWallets('btc', 500);
    expect((await create({ network: 'btc' })).status).toBe(404);
    expect((await service.call('DELETE', '/wallets', { body: { address: 'btc-17' } })).status).toBe(200);
    expect((await create({ network: 'btc' })).status).toBe(200);
    expect((await create({ network: 'btc' })).status).toBe(404);
  });
});

describe('the QR image', () => {
  it('is a PNG of the address, for everybody who was given its URL', async () => {
    const { qr, address = '' } = dataOf(await create());
    const image = await service.app.inject({ url: pathOf(qr) });
    expect(image.statusCode).toBe(200);
    expect(image.headers['content-type']).toBe('image/png');
    expect(image.headers['cache-control']).toContain('immutable');
    const drawn = await toBuffer(address, { type: 'png', width: 320, errorCorrectionLevel: 'M' });
    expect(image.rawPayload.equals(drawn)).toBe(true);
  });

  it('cannot be had for another address, another network or a guessed code', async () => {
    const one = dataOf(await create({ network: 'eth' }));
    const two = dataOf(await create({ network: 'eth' }));
    const path = pathOf(one['qr']);
    const wrong = [
      path.replace(one['address'] ?? '', two['address'] ?? ''),
      path.replace('/eth/', '/bnb/'),
      path.replace('/eth/', '/sol/'),
      path.replace(/[\w-]{22}\.png$/, `${'A'.repeat(22)}.png`),
      path.replace(/[\w-]{22}\.png$/, '.png'),
      path.replace(/\.png$/, ''),
    ];
    for (const url of wrong) {
      const answer = await service.app.inject({ url });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: '404', error_code: 'not_found' });
    }
  });

  it('stands at the address that the request was sent to', async () => {
    const answer = await service.call('POST', '/wallets', {
      body,
      headers: { host: 'console.example:8443' },
    });
    expect(dataOf(answer)['qr']).toMatch(/^http:\/\/console\.example:8443\/qr\/trx\/T/);
  });

  it('is not made, nor the wallet, for a Host header that is none', async () => {
    const answer = await service.call('POST', '/wallets', { body, headers: { host: 'a/b"onload=' } });
    expect(answer.status).toBe(400);
    expect(dataOf(await service.call('GET', '/wallets'))['count']).toBe(0);
  });
});
