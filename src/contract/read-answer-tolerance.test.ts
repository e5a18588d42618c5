import { expect, it } from 'vitest';
import type { AskedQuery } from './asked-query.ts';
import { parseResponse } from './parse-response.ts';
import { getUserBalances } from './wallet-service/balances.ts';
import { testKey } from './wallet-service/test.ts';
import { listTransactions } from './wallet-service/transactions.ts';
import { listWallets } from './wallet-service/wallets.ts';

// The ways in which providers write the same as the interface.

const asked = { query: {} };
const success = (data: string) => `{"code":"200","error_code":null,"error_message":null,"data":${data}}`;

const wholeWallet =
  '{"address":"T1","name":"Desk","type":"user","network":"trx","status":"active","balances":{"USDT":{"available":0.000000000000000001}}}';

const transactionText =
  '{"transaction_id":"tx_1","network":"trx","direction":"in","status":"completed","amount":"1.5","currency":"USDT","sender_wallet":"T1","recipient_wallet":"T2","hash":"ab","fee":"0.1","created_at":"2026-01-02 03:04:05.123456+00"}';
const readTransactions = (rows: string, count: number, query: AskedQuery = {}) => {
  const body = success(`{"count":${count},"transactions":[${rows}],"result":"success"}`);
  const answer = parseResponse(listTransactions, 200, body, { query });
  if (!answer.ok) throw new Error(answer.message);
  return answer.data;
};
const readOne = (field: string, value: string) => {
  const row = transactionText.replace(new RegExp(`"${field}":"[^"]*"`), `"${field}":${value}`);
  return readTransactions(row, 1).rows[0];
};

it.each([
  ['transaction_id', '9007199254740993', '9007199254740993'],
  ['transaction_id', '123456789012345678901234567890', '123456789012345678901234567890'],
  ['hash', '7', '7'],
  ['created_at', '1767323045', '2026-01-02T03:04:05Z'],
  ['created_at', '1767323045.1234567', '2026-01-02T03:04:05.1234567Z'],
  ['created_at', '"1767323045"', '2026-01-02T03:04:05Z'],
  ['created_at', '1767323045123', '2026-01-02T03:04:05.123Z'],
  ['created_at', '1767323045123456', '2026-01-02T03:04:05.123456Z'],
  ['created_at', '"Fri, 02 Jan 2026 03:04:05 GMT"', '2026-01-02T03:04:05Z'],
  ['created_at', '"2026-01-02 03:04:05 +02:00"', '2026-01-02 03:04:05+02:00'],
  ['status', '"COMPLETED"', 'completed'],
  ['direction', '"In"', 'in'],
  ['network', '"TRX"', 'trx'],
  ['currency', '"usdt"', 'USDT'],
  ['amount', '1.000000000000000001', '1.000000000000000001'],
])('reads %s %s as %s', (field, value, meaning) => {
  expect(readOne(field, value)).toMatchObject({ isWhole: true, value: { [field]: meaning } });
});

it.each([
  // Nothing says whether it counts seconds or milliseconds.
  ['created_at', '17673230', '17673230'],
  ['created_at', '176732304512', '176732304512'],
  ['created_at', '"02/01/2026"', '02/01/2026'],
  ['status', '"On_Hold"', 'On_Hold'],
  ['network', '"TON"', 'TON'],
])('leaves %s %s as it is, since its meaning is not known', (field, value, shown) => {
  expect(readOne(field, value)).toMatchObject({ value: { [field]: shown } });
});

it.each([
  ['transaction_id', 'true'],
  ['transaction_id', '{}'],
  ['created_at', 'null'],
])('guesses nothing for %s %s', (field, value) => {
  expect(readOne(field, value)).toMatchObject({ isWhole: false, problems: [`${field} cannot be read`] });
});

const balances = (text: string) => {
  const row = wholeWallet.replace('{"USDT":{"available":0.000000000000000001}}', text);
  const answer = parseResponse(
    listWallets,
    200,
    success(`{"user_id":"u","count":1,"wallets":[${row}]}`),
    asked,
  );
  return answer.ok ? Object.keys(answer.data.rows[0]?.value.balances ?? {}) : [];
};

it('reads currencies of balances in any case, and merges none that are written twice', () => {
  expect(balances('{"usdt":{"available":1},"Doge":{"available":2}}')).toEqual(['USDT', 'Doge']);
  expect(balances('{"usdt":{"available":1},"USDT":{"available":2}}')).toEqual(['usdt', 'USDT']);
});

const exchangeText =
  '{"transaction_id":"ex_1","network_from":"trx","network_to":"btc","currency_from":"USDT","currency_to":"BTC","status":"completed","amount_from":1,"amount_to":1,"fee":0,"rate":1,"created_at":"2026-01-02 03:04:05.123456"}';

it.each([
  ['an exchange', exchangeText],
  ['a withdrawal', '{"request_id":"wd_1","amount":"5","currency":"USDT","network":"trx","status":"new"}'],
  ['a wallet', wholeWallet],
  ['a sum', '{"total":"17.5","currency":"USDT"}'],
  ['a text', '"end"'],
  ['nothing', 'null'],
])('leaves out %s among transactions, says so, and counts it in no total', (_what, other) => {
  const whole = readTransactions(`${transactionText},${other}`, 2);
  expect(whole).toMatchObject({ otherRows: 1, hasOtherRows: true, count: 1, stated: 2, step: 2 });
  expect(whole.rows.map(({ value }) => value.transaction_id)).toEqual(['tx_1']);
  expect(readTransactions(`${transactionText},${other}`, 50, { limit: '2' }).count).toBeNull();
});

it('trusts no total of a page that is full with rows of another kind on top, which come to the same number', () => {
  const page = readTransactions(`${transactionText},${exchangeText}`, 2, { limit: '1' });
  expect(page).toMatchObject({ count: null, stated: 2, otherRows: 1, step: 1 });
  // The provider gives no larger page.
  const capped = { query: { limit: '300' }, largestPage: 1 };
  const body = success(`{"count":2,"transactions":[${transactionText},${exchangeText}]}`);
  expect(parseResponse(listTransactions, 200, body, capped)).toMatchObject({ data: { count: null } });
});

it('trusts no total of a list that had rows of another kind on another page', () => {
  const body = success(`{"count":50,"transactions":[${transactionText}]}`);
  const page = { query: { offset: '20', limit: '1' }, hasOtherRows: true };
  expect(parseResponse(listTransactions, 200, body, page)).toMatchObject({
    data: { count: null, stated: 50, otherRows: 0 },
  });
});

it.each([
  ['only its ID', '{"transaction_id":"tx_2"}'],
  ['no ID', transactionText.replace('"transaction_id":"tx_1",', '')],
  ['more fields than published', transactionText.replace('{', '{"user_id":1,"block":2,"memo":"","tag":"",')],
])('keeps a transaction with %s', (_what, row) => {
  expect(readTransactions(row, 1)).toMatchObject({ otherRows: 0, count: 1, rows: [{}] });
});

const data = `{"count":1,"transactions":[${transactionText}],"result":"success"}`;
it.each([
  ['without an envelope', data],
  ['with one envelope too many', success(`{"data":${data}}`)],
  ['in two whole envelopes', `{"data":${success(data)}}`],
  ['as an array', `{"code":"200","count":1,"data":[${transactionText}]}`],
  ['as an array in an object', success(`{"count":1,"data":[${transactionText}]}`)],
])('reads a list %s', (_what, body) => {
  expect(parseResponse(listTransactions, 200, body, asked)).toMatchObject({
    ok: true,
    data: { count: 1, rows: [{ isWhole: true, value: { transaction_id: 'tx_1' } }] },
  });
});

it.each([
  ['without an envelope', '{"user_id":"u","balances":{}}'],
  ['with one envelope too many', success(success('{"user_id":"u","balances":{}}'))],
])('reads balances %s', (_what, body) => {
  expect(parseResponse(getUserBalances, 200, body, asked)).toEqual({
    ok: true,
    data: { user_id: 'u', balances: {} },
  });
});

it('takes nothing beside the data for a success', () => {
  for (const body of ['{"status":"ok"}', '{"code":"200","data":null,"note":"none"}']) {
    expect(parseResponse(testKey, 200, body, asked)).toMatchObject({ ok: false, kind: 'unreadable' });
  }
});

it.each([200, 400])('reads a failure in one envelope too many, with status %s', (status) => {
  const body = '{"data":{"code":"400","error_code":"system","error_message":"No permission","data":null}}';
  expect(parseResponse(testKey, status, body, asked)).toMatchObject({
    ok: false,
    kind: 'failure',
    errorCode: 'system',
    message: 'No permission',
  });
});
