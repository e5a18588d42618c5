import { describe, expect, it } from 'vitest';
import type { AskedQuery } from './asked-query.ts';
import type { Operation } from './operation.ts';
import { parseResponse as readAnswerTo } from './parse-response.ts';
import { getUserBalances } from './wallet-service/balances.ts';
import { testKey } from './wallet-service/test.ts';
import { listWallets } from './wallet-service/wallets.ts';
import { getWithdrawalRequest } from './wallet-service/withdrawal-request.ts';
import { listWithdrawalRequests } from './wallet-service/withdrawals.ts';

const parseResponse = <O extends Operation>(
  operation: O,
  status: number,
  body: string,
  query: AskedQuery = {},
) => readAnswerTo(operation, status, body, { query });

const success = (data: string) => `{"code":"200","error_code":null,"error_message":null,"data":${data}}`;

const wholeWallet =
  '{"address":"T1","name":"Desk","type":"user","network":"trx","status":"active","balances":{"USDT":{"available":0.000000000000000001}}}';

describe('parseResponse', () => {
  it('keeps every digit of an amount that is published as a number', () => {
    const answer = parseResponse(
      listWallets,
      200,
      success(`{"user_id":"u","count":1,"wallets":[${wholeWallet}]}`),
    );
    expect(answer).toMatchObject({
      ok: true,
      data: {
        count: 1,
        rows: [{ isWhole: true, value: { balances: { USDT: { available: '0.000000000000000001' } } } }],
      },
    });
  });

  it('reads a success envelope without error_code and error_message', () => {
    const answer = parseResponse(testKey, 200, '{"code":"200","data":{"result":"success"}}');
    expect(answer).toEqual({ ok: true, data: { result: 'success' } });
  });

  it.each([
    ['snake case', '{"code":"400","error_code":"system","error_message":"No permission","data":null}'],
    ['camel case', '{"code":"400","errorCode":"system","errorMessage":"No permission","data":null}'],
  ])('reads a failure envelope in %s', (_style, body) => {
    expect(parseResponse(testKey, 400, body)).toEqual({
      ok: false,
      kind: 'failure',
      status: 400,
      errorCode: 'system',
      message: 'No permission',
      data: null,
    });
  });

  it('takes a failure envelope for a failure even under status 200', () => {
    const body = '{"code":"500","error_code":"system","error_message":"Broken","data":null}';
    expect(parseResponse(testKey, 200, body)).toMatchObject({
      ok: false,
      kind: 'failure',
      message: 'Broken',
    });
  });

  it('reads a withdrawal list that is sent bare, with rows that carry more and less than published', () => {
    const row = {
      request_id: 'wd_1',
      external_id: 'e1',
      amount: '1.5',
      currency: 'USDT',
      network: 'trx',
      sender: 'user',
      fee_included: true,
      sender_wallet: 'T1…2',
      recipient_wallet: 'T3…4',
      fee: '0.1',
      status: 'somewhere',
      comment: '',
      created_at: '2026-01-02T03:04:05.000Z',
      updated_at: '2026-01-02T03:04:05.000Z',
    };
    const body = JSON.stringify({ success: true, data: [row], meta: { limit: 30, offset: 0, total: 1 } });
    expect(parseResponse(listWithdrawalRequests, 200, body)).toMatchObject({
      ok: true,
      data: {
        count: 1,
        rows: [{ isWhole: true, value: { request_id: 'wd_1', status: 'somewhere' } }],
      },
    });
    const one = JSON.stringify({ success: true, data: row });
    expect(parseResponse(getWithdrawalRequest, 200, one)).toMatchObject({
      ok: true,
      data: { data: { request_id: 'wd_1' } },
    });
  });

  it('shows a row that breaks the contract with its readable fields, and the other rows whole', () => {
    const broken = '{"address":"T2","name":true,"type":"user","network":"trx","balances":{}}';
    const answer = parseResponse(
      listWallets,
      200,
      success(`{"user_id":"u","count":2,"wallets":[${wholeWallet},${broken}]}`),
    );
    expect(answer).toMatchObject({
      ok: true,
      data: {
        rows: [
          { isWhole: true },
          {
            isWhole: false,
            value: { address: 'T2', type: 'user' },
            problems: ['name cannot be read', 'status is missing'],
          },
        ],
      },
    });
  });

  it('reads networks, types and states that it has never heard of', () => {
    const odd = wholeWallet
      .replace('"trx"', '"ton"')
      .replace('"user"', '"vault"')
      .replace('"active"', '"frozen"');
    const answer = parseResponse(listWallets, 200, success(`{"user_id":"u","count":1,"wallets":[${odd}]}`));
    expect(answer).toMatchObject({
      ok: true,
      data: { rows: [{ isWhole: true, value: { network: 'ton', type: 'vault', status: 'frozen' } }] },
    });
  });

  it('reads an amount that a provider sends as text where a number is published, and the other way round', () => {
    const text = parseResponse(
      getUserBalances,
      200,
      success('{"user_id":"u","balances":{"user":{"eth":{"ETH":{"available":"1.000000000000000001"}}}}}'),
    );
    expect(text).toMatchObject({
      ok: true,
      data: { balances: { user: { eth: { ETH: { available: '1.000000000000000001' } } } } },
    });
  });

  it.each([
    ['HTML', 200, '<html>'],
    ['nothing', 200, ''],
    ['a bare 403', 403, 'Forbidden'],
    ['an array', 200, '[]'],
    ['data of another shape', 200, success('{"result":"maybe"}')],
    ['no data', 200, success('null')],
    ['a failure without a message', 502, '{"code":"502"}'],
  ])('calls %s unreadable', (_what, status, body) => {
    expect(parseResponse(testKey, status, body)).toMatchObject({ ok: false, kind: 'unreadable', status });
  });

  it('calls a list without its rows unreadable', () => {
    const answer = parseResponse(listWallets, 200, success('{"user_id":"u","count":0}'));
    expect(answer).toMatchObject({ ok: false, kind: 'unreadable' });
  });

  it.each([
    ['an empty error_code', '{"code":"200","error_code":"","error_message":"","data":DATA}'],
    ['no error at all, as 0', '{"code":200,"error_code":0,"error_message":false,"data":DATA}'],
    ['a byte order mark', '\uFEFF{"code":"200","data":DATA}'],
    ['no code', '{"data":DATA}'],
  ])('reads an answer with %s', (_what, body) => {
    const wallets = `{"user_id":7,"wallets":[${wholeWallet}],"count":"1"}`;
    expect(parseResponse(listWallets, 200, body.replace('DATA', wallets))).toMatchObject({
      ok: true,
      data: { count: 1, rows: [{ isWhole: true }] },
    });
    const balances = '{"user_id":123,"result":null,"balances":{}}';
    expect(parseResponse(getUserBalances, 200, body.replace('DATA', balances))).toEqual({
      ok: true,
      data: { user_id: '123', balances: {} },
    });
    expect(parseResponse(testKey, 200, body.replace('DATA', '{"result":"OK"}'))).toEqual({
      ok: true,
      data: { result: 'success' },
    });
  });

  it.each([
    ['bare, without success', '{"data":[ROW],"meta":{"limit":"30","offset":"0","total":"1"}}'],
    ['without success', '{"code":"200","data":{"data":[ROW],"meta":{"total":1}}}'],
    ['without meta', '{"code":"200","data":{"success":true,"data":[ROW]}}'],
    ['in one envelope', '{"code":"200","error_code":null,"data":[ROW],"meta":{"total":1}}'],
  ])('reads a withdrawal list %s', (_what, body) => {
    const answer = parseResponse(listWithdrawalRequests, 200, body.replace('ROW', '{"request_id":"wd_1"}'));
    expect(answer).toMatchObject({ ok: true, data: { rows: [{ value: { request_id: 'wd_1' } }] } });
    expect(answer.ok && answer.data.count).toBe(body.includes('meta') ? 1 : null);
  });

  it('treats null rows as none', () => {
    expect(parseResponse(listWallets, 200, success('{"count":0,"wallets":null}'))).toMatchObject({
      ok: true,
      data: { count: 0, rows: [] },
    });
  });
});
