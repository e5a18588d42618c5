import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { testKey } from '#contract/wallet-service/test.ts';
import { ServiceError } from '#http/service-error.ts';
import type { AskService, ServiceAnswer } from '../sessions/key-check.ts';
import { TestClock } from '../testing/gateway-harness.ts';
import { envelope, failure } from '../testing/stand-in-provider.ts';
import { createKeyAccounts } from './key-accounts.ts';

const ownAccount = (apiKey: string): string => `own account of ${apiKey}`;

/** A provider that answers as the test says, and counts its requests. */
function setUp(longestWaitMs?: number) {
  const clock = new TestClock();
  const provider = { asked: 0, answer: async (): Promise<ServiceAnswer> => account('u-1'), tested: 200 };
  const ask: AskService = async ({ id }) => {
    if (id === testKey.id) return { status: provider.tested, body: envelope({ result: 'success' }) };
    provider.asked += 1;
    return provider.answer();
  };
  const log = Fastify().log;
  const find = createKeyAccounts({ ask, ownAccount, log, now: clock.now, longestWaitMs });
  const accountOf = async (apiKey: string) => (await find(apiKey))?.accountId;
  return { clock, provider, accountOf, find };
}

const account = (id: string): ServiceAnswer => ({ status: 200, body: envelope({ user_id: id }) });
const unreachable = async (): Promise<ServiceAnswer> => {
  throw new ServiceError(502, 'Can’t reach the wallet service');
};

describe('the account of a program’s key', () => {
  it('is asked for once, by however many requests, and again after five minutes', async () => {
    const { accountOf, provider, clock } = setUp();
    expect(await Promise.all([accountOf('a'), accountOf('a'), accountOf('a')])).toEqual([
      'u-1',
      'u-1',
      'u-1',
    ]);
    provider.answer = async () => account('u-2');
    clock.advance({ minutes: 4, seconds: 59 });
    expect(await accountOf('a')).toBe('u-1');
    expect(provider.asked).toBe(1);
    clock.advance({ seconds: 1 });
    expect(await accountOf('a')).toBe('u-2');
  });

  it('stays what it was while the provider cannot be reached', async () => {
    const { accountOf, provider, clock } = setUp();
    await accountOf('a');
    clock.advance({ hours: 5 });
    provider.answer = unreachable;
    expect(await accountOf('a')).toBe('u-1');
    expect(await accountOf('never seen')).toBe('own account of never seen');
  });

  it('is not waited for without end', async () => {
    const { accountOf, provider } = setUp(20);
    provider.answer = async () => new Promise<never>(() => undefined);
    expect(await accountOf('a')).toBe('own account of a');
  });

  it('says why the provider could not be asked, and not where it said that the key may read none', async () => {
    const { find, provider } = setUp(20);
    provider.answer = unreachable;
    expect((await find('a'))?.failure).toMatchObject({
      status: 502,
      message: expect.stringContaining('Can’t reach'),
    });
    provider.answer = async () => new Promise<never>(() => undefined);
    expect((await find('b'))?.failure).toMatchObject({ status: 504 });
    provider.answer = async () => ({ status: 400, body: failure(400, 'system', 'No permission') });
    expect(await find('c')).toEqual({ accountId: 'own account of c' });
  });

  it('is the key’s own where the key may read nothing that names one', async () => {
    const { accountOf, provider } = setUp();
    provider.answer = async () => ({ status: 400, body: failure(400, 'system', 'No permission') });
    expect(await accountOf('a')).toBe('own account of a');
  });

  it('is none for a key that is unknown, though the provider only says that it may not read', async () => {
    const { accountOf, provider } = setUp();
    provider.answer = async () => ({ status: 400, body: failure(400, 'system', 'No permission') });
    provider.tested = 401;
    expect(await accountOf('a')).toBeUndefined();
  });

  it('is none for an unknown key, until the provider knows it', async () => {
    const { accountOf, provider } = setUp();
    provider.answer = async () => ({ status: 401, body: failure(401, 'system', 'Unknown') });
    expect(await accountOf('a')).toBeUndefined();
    provider.answer = async () => account('u-1');
    expect(await accountOf('a')).toBe('u-1');
  });

  it('is remembered for the 10,000 keys that were seen last', async () => {
    const { accountOf, provider } = setUp();
    for (let key = 0; key <= 10_000; key += 1) await accountOf(`key ${key}`);
    expect(provider.asked).toBe(10_001);
    await accountOf('key 1');
    expect(provider.asked).toBe(10_001);
    await accountOf('key 0');
    expect(provider.asked).toBe(10_002);
  });
});
