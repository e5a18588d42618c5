import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { questionsOf, sumsOf } from './questions.ts';
import { known, payer, planOf, tron, wallet } from './testing-list.ts';

const fee = (text: string) => ({ kind: 'rule', fee: decimal(text), minimum: decimal('0') }) as const;

it('adds up what each source pays in each currency, to the last digit, against what is available there', async () => {
  const knows = known({
    wallets: [wallet({ available: new Map([['USDT', decimal('30')]]) })],
    feeOf: (network) => (network === 'bnb' ? fee('0.3') : fee('1.5')),
  });
  const bnb = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const { ready } = await planOf(
    [
      `pool,trx,USDT,${tron},25,false,,a`,
      `pool,eth,USDT,${bnb},20.000001,true,,b`,
      `Payouts,trx,USDT,${tron},20,true,,c`,
      `${payer},trx,USDT,${tron},10.5,false,,d`,
      `pool,bnb,USDT,${bnb},5.000000000000000001,true,,e`,
    ],
    knows,
  );
  expect(sumsOf(ready)).toMatchObject([
    // Tron and Ethereum share a pool.
    {
      payer: 'Exchange pool',
      rows: 2,
      debited: '46.500001',
      fee: '3',
      received: '43.500001',
      available: '500',
      missing: undefined,
    },
    { payer: 'Payouts', rows: 2, debited: '32', fee: '3', received: '29', available: '30', missing: '2' },
    {
      payer: 'Exchange pool',
      rows: 1,
      debited: '5.000000000000000001',
      received: '4.700000000000000001',
      available: undefined,
      missing: undefined,
    },
  ]);
  const [funds] = questionsOf([], sumsOf(ready));
  expect(funds).toMatchObject({
    key: 'funds',
    details: ['Payouts: 32 USDT needed, 30 USDT available, 2 USDT missing'],
  });
});

it('says which sums are estimates, and of how many rows the fee is not known', async () => {
  const at = '2026-01-02T03:04:05.000Z';
  const rows = [`pool,trx,USDT,${tron},25,false,,a`, `pool,trx,USDT,${tron},30,true,,b`];
  const estimate = known({ feeOf: () => ({ kind: 'estimate', fee: decimal('1.5'), at }) });
  expect(sumsOf((await planOf(rows, estimate)).ready)).toMatchObject([
    { debited: '56.5', isEstimate: true, unknownFees: 0 },
  ]);
  const unknown = known({ feeOf: () => ({ kind: 'unknown' }) });
  expect(sumsOf((await planOf(rows, unknown)).ready)).toMatchObject([
    { debited: '55', fee: '0', received: '55', isEstimate: false, unknownFees: 2 },
  ]);
});
