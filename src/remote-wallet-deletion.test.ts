import { afterEach, describe, expect, it } from 'vitest';
import { deleteWallet } from '#contract/wallet-service/wallet-changes.ts';
import { setUpGateways } from './gateway/testing/gateway-harness.ts';
import { fromOwnPage } from './gateway/testing/http-client.ts';
import { useTestDatabase } from '#database/testing.ts';
import { setUpService } from './service/testing.ts';
import { type ProviderFaults, startTestingProvider, type TestingProvider } from './testing-provider.ts';

// The provider is our own service, which would refuse as well: what counts is that it is never asked to delete.

const service = setUpService();
const console = useTestDatabase();
const startGateway = setUpGateways(console);
let provider: TestingProvider | undefined;
afterEach(async () => provider?.close());

async function start(faults: Partial<ProviderFaults> = {}) {
  const started = await startTestingProvider(service.app, faults);
  provider = started;
  const gateway = await startGateway({ mode: 'remote', provider: { kind: 'remote', url: started.url } });
  const remove = async (
    address: string,
    sentBy: 'program' | 'session' = 'program',
    token = service.token,
  ) => {
    const headers: Record<string, string> =
      sentBy === 'program' ? { token } : { ...fromOwnPage, cookie: (await gateway.open(token)).cookie };
    const answer = await gateway.send(deleteWallet.path, { method: 'DELETE', headers, body: { address } });
    const { error_message: message, data } = answer.json() as {
      error_message: string;
      data: { address?: string } | null;
    };
    return { status: answer.status, message, reason: data?.address };
  };
  const deletions = () => started.requests.filter(({ operation }) => operation?.id === deleteWallet.id);
  return { remove, deletions, provider: started };
}

const funded = async () => {
  const wallet = await service.wallet('eth');
  await service.fund(wallet, 'USDT', '0.000001');
  return wallet.address;
};

describe('in front of a remote provider, deleting a wallet', () => {
  it.each(['program', 'session'] as const)(
    'that holds funds is refused to a %s, with the funds',
    async (by) => {
      const { remove, deletions } = await start();
      const address = await funded();
      const reason = 'A wallet with a balance can’t be deleted. Withdraw the funds first: 0.000001 USDT.';
      expect(await remove(address, by)).toEqual({ status: 400, message: reason, reason });
      expect(deletions()).toEqual([]);
    },
  );

  it('that is empty is passed on, however its address is spelled', async () => {
    const { remove, deletions } = await start();
    const { address } = await service.wallet('eth');
    expect((await remove(address.toLowerCase())).status).toBe(200);
    expect(deletions()).toHaveLength(1);
  });

  it.each([
    ['ignores the filter by address', { unpublishedParameters: 'ignored' }],
    ['refuses the filter by address', { unpublishedParameters: 'refused' }],
    ['gives small pages', { unpublishedParameters: 'ignored', largestPage: { rows: 2, beyond: 'capped' } }],
    [
      'answers oddly',
      { unpublishedParameters: 'ignored', oddities: ['count missing', 'user_id as a number'] },
    ],
  ] as const)('finds it among all wallets where the provider %s', async (_what, faults) => {
    const { remove, deletions } = await start(faults);
    const address = await funded();
    const empty = await service.wallet('eth');
    for (let i = 0; i < 3; i += 1) await service.wallet('trx');
    expect((await remove(address)).reason).toMatch(/0\.000001 USDT/);
    expect(deletions()).toEqual([]);
    expect((await remove(empty.address)).status).toBe(200);
    expect(deletions()).toHaveLength(1);
  });

  it('that is on no page is refused where the list is not known to be whole', async () => {
    const { remove, deletions } = await start({
      unpublishedParameters: 'ignored',
      ignoredParameters: ['offset'],
      oddities: ['count missing'],
    });
    // Fewer come at once from any provider.
    for (let i = 0; i < 10; i += 1) await service.wallet('eth');
    const answer = await remove('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    expect(answer).toMatchObject({
      status: 400,
      reason: expect.stringContaining('doesn’t list this wallet'),
    });
    expect(deletions()).toEqual([]);
  });

  it('that no account has is not found', async () => {
    const { remove, deletions } = await start();
    await service.wallet('eth');
    expect((await remove('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).status).toBe(404);
    expect(deletions()).toEqual([]);
  });

  it('is refused where the balances cannot be read, by the provider or by the key', async () => {
    const { remove, deletions, provider: current } = await start();
    const { address } = await service.wallet('eth');
    const blind = await service.keyWith('wallets:write');
    expect(await remove(address, 'program', blind)).toMatchObject({
      status: 400,
      reason: expect.stringContaining('balance can’t be read'),
    });
    current.faults.missingOperations = ['listWallets'];
    expect(await remove(address)).toMatchObject({
      status: 400,
      reason: expect.stringContaining('balance can’t be read'),
    });
    expect(deletions()).toEqual([]);
  });
});
