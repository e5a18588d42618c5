import { expect, it } from 'vitest';
import { setUpService } from '../testing.ts';
import { evmAddress, label, pay } from './testing-aml.ts';

const service = setUpService();

/** There are as many as are named. */
const at = (address = '') => address;

// docs/aml-method.md works out the same graph.
it('gives the percentages of a graph of 12 addresses as worked out on paper', async () => {
  const [subject, A, B, C, D, E, F, G, H, I, J, K] = Array.from({ length: 12 }, (_, n) => evmAddress(n + 1));
  const { db } = service;
  await label(db, at(B), 'Northbank', 'exchange');
  await label(db, at(E), 'Whirl', 'mixer');
  await label(db, at(G), 'Sanctioned Group', 'sanctions');
  await label(db, at(I), 'Bridge theft', 'stolen funds');
  await label(db, at(J), 'Lucky Dice', 'gambling');
  await label(db, at(K), 'Meridian', 'exchange');
  const payment = (from: string | undefined, recipient: string | undefined, amount: string, on: number) => ({
    from: at(from),
    to: at(recipient),
    amount,
    on,
  });
  await pay(
    db,
    payment(K, subject, '100', 1),
    payment(subject, H, '100', 2),
    payment(J, H, '300', 2),
    { ...payment(H, C, '1', 3), currency: 'ETH' },
    payment(I, C, '1000', 3),
    payment(C, subject, '199.5', 4),
    payment(E, A, '200', 4),
    payment(F, A, '300', 4),
    payment(A, subject, '450', 5),
    // Too late to be what A paid with.
    payment(G, A, '1000', 6),
    payment(B, subject, '250', 6),
    payment(D, subject, '0.5', 7),
  );

  // The subject received 1,000: A 45 %, B 25 %, C 19.95 %, K 10 %, and D 0.05 %, which is below 0.1 %: small.
  // A passes on 45 %: E 200/500 = 18 %, F 300/500 = 27 %, and nobody knows where F has it from.
  // C passes on 19.95 %: H 1 ETH = 3,000 of 4,000 = 14.9625 %, I 1,000 of 4,000 = 4.9875 %.
  // H passes on 14.9625 %: the subject 100/400 = 3.740625 %, J 300/400 = 11.221875 %.
  // The subject passes on 3.740625 %, of what it had by day 2: all of it K's. K: 10 + 3.740625 = 13.740625 %.
  // Rounded down to hundredths the seven add up to 99.99; the hundredth that is left goes to I, which lost most.
  const sources = {
    'unknown wallet / otc / service': 27,
    Northbank: 25,
    Whirl: 18,
    Meridian: 13.74,
    'Lucky Dice': 11.22,
    'Bridge theft': 4.99,
    'small transactions': 0.05,
  };
  const types = {
    exchange: 38.74,
    'unknown wallet / otc / service': 27,
    mixer: 18,
    gambling: 11.22,
    'stolen funds': 4.99,
    'small transactions': 0.05,
  };
  // 38.74 × 5 + 27 × 15 + 18 × 80 + 11.22 × 50 + 4.99 × 90 + 0.05 × 10 = 3,049.3; a hundredth of it is 30.493.
  const answer = await service.call('POST', '/aml-report', { body: { value: subject, network: 'eth' } });
  expect(answer.status).toBe(200);
  const { data } = JSON.parse(answer.text) as { data: Record<string, unknown> };
  expect(data).toMatchObject({
    aml_score: 30.49,
    params: {
      owner: 'unknown',
      transactions: { total: 6, inputs: 5, outputs: 1 },
      balances: { USDT: 900 },
      risk: { score: 30.49, level: 'Medium risk' },
      method: { hops: 4 },
    },
  });
  const params = data['params'] as Record<string, object>;
  expect(params['sources_of_funding']).toEqual(sources);
  expect(Object.entries(params['sources_of_funding'] ?? {})).toEqual(Object.entries(sources));
  expect(Object.entries(params['types_of_funding'] ?? {})).toEqual(Object.entries(types));
  // B's 25 %, and the 10 % that K paid itself.
  const none = Object.fromEntries(Object.keys(types).map((name) => [name, 0]));
  expect(params['direct_exposure']).toEqual({ ...none, exchange: 35 });
});
