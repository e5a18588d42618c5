import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ZERO } from '#domain/decimal.ts';
import { currenciesOf, withdrawalNetworks } from '#domain/networks.ts';
import { emptyTables } from '#database/testing.ts';
import { insertAccountKeys } from '../addresses/address-chains.ts';
import { sandboxAccountKeys } from '../addresses/sandbox-phrase.ts';
import { sandboxAccountId } from '../sandbox/sandbox-keys.ts';
import { seedSandbox } from '../sandbox/seed-sandbox.ts';
import { setUpService } from '../testing.ts';
import { anyMove, fillEverything, startMoves } from './testing-moves.ts';
import { heldAndPaid, toBalancesResponse, rollForward } from './testing-roll-forward.ts';

const isLong = process.env['LONG_TESTS'] === '1';

const service = setUpService({ allowSandboxKeys: true, aml: { asyncDelayMs: 0 } });

const get = (token: string) => async (path: string) => {
  const answer = await service.app.inject({ method: 'GET', url: path, headers: { token } });
  return { status: answer.statusCode, text: answer.body };
};

// Made and read, page by page: a whole year in the long tests.
it(
  'gives the balances of the seeded sandbox, to the last digit, on every network',
  { timeout: 180_000 },
  async () => {
    await emptyTables(service.db);
    await insertAccountKeys(service.db, sandboxAccountKeys);
    await seedSandbox(service.db, { size: isLong ? 'year' : 'sketch' });
    const ask = get('sandbox-admin');
    const rolled = await rollForward(ask, service.db, sandboxAccountId);
    expect(await toBalancesResponse(ask)).toEqual(rolled.balances);
    expect(await heldAndPaid(service.db, sandboxAccountId)).toEqual(rolled.heldAndPaid);
  },
);
it(
  'gives the balances after any sequence of movements, to the last digit, on every network',
  { timeout: 180_000 },
  async () => {
    const { play, seen, statuses } = await startMoves(service);
    await fc.assert(
      fc.asyncProperty(fc.array(anyMove, { minLength: 30, maxLength: 60 }), async (moves) => {
        for (const move of [...fillEverything, ...moves]) await play(move);
        const ask = get(service.token);
        const { balances, heldAndPaid: held } = await rollForward(ask, service.db, service.accountId);
        expect(await toBalancesResponse(ask)).toEqual(balances);
        expect(await heldAndPaid(service.db, service.accountId)).toEqual(held);
        for (const currency of currenciesOf('sol')) {
          expect(balances[`accounting sol ${currency} available`]).not.toBe(ZERO);
        }
      }),
      { numRuns: isLong ? 10 : 4, seed: 13 },
    );
    // Made or refused: nothing else is ever answered.
    expect([...statuses].filter((status) => status !== 200 && status !== 400)).toEqual([]);
    const kinds = ['collect', 'delete', 'deposit', 'exchange', 'report', 'settle', 'work'];
    const payers = withdrawalNetworks.map((network) => `${network} paid by exchange`);
    const checks = ['check paid by user', 'check paid by accounting'];
    for (const done of [...kinds, ...payers, ...checks, 'trx paid by user'])
      expect([...seen]).toContain(done);
  },
);
