import { expect, it } from 'vitest';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { parseJson } from '#domain/json.ts';
import { judgeAnswer } from './judge-answer.ts';

/** A response whose two rows have these JSON texts as their amount and fee. */
function judge(amount: string, fee: string) {
  const row = (id: string) =>
    `{"transaction_id":"${id}","network":"trx","direction":"in","status":"completed","amount":${amount},
      "currency":"USDT","sender_wallet":"TA","recipient_wallet":"TB","hash":"ab","fee":${fee},
      "created_at":"2026-11-01 00:00:00.000000+00"}`;
  const text = `{"code":"200","error_code":null,"error_message":null,
    "data":{"count":2,"transactions":[${row('tx_1')},${row('tx_2')}],"result":"success"}}`;
  return judgeAnswer(listTransactions, { status: 200, text, body: parseJson(text), headers: new Headers() });
}

it('compares decimals by value, exactly', () => {
  expect(judge('"1.50"', '"0.10"')).toBeUndefined();
  expect(judge('"100000000000000000000000000.000000000000000001"', '"0"')).toBeUndefined();
});

it('reports all problems of a response, those of several rows once', () => {
  expect(judge('1.50', '"none"')).toEqual({
    rating: 'degrades',
    problems: [
      { path: 'data.transactions[].amount', problem: 'a number instead of text: 1.50, not "1.5"', count: 2 },
      { path: 'data.transactions[].fee', problem: 'must be an amount: "none"', count: 2 },
    ],
    effects: ['Transactions: 2 of 2 rows are marked as incomplete (fee cannot be read).'],
  });
});
