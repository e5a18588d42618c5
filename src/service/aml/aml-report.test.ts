import { expect, it } from 'vitest';
import { setUpService, success } from '../testing.ts';
import { amlChecks, day, evmAddress, evmHash, label, pay, reportOf } from './testing-aml.ts';

const service = setUpService();
const { check, recheck, runJob, allow, checksLeft, lastCheck, otherAccount, whileBroken } =
  amlChecks(service);
const address = evmAddress(7);

it('answers with the whole report and takes one check', async () => {
  await label(service.db, evmAddress(1), 'Northbank', 'exchange');
  await pay(service.db, { from: evmAddress(1), to: address, amount: '12.5', on: 1 });
  const answer = await check({ value: address.toLowerCase(), network: 'eth' });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual(
    success({
      user_id: service.accountId,
      message: expect.stringContaining('<b>Risk score:</b> 5 of 100 (low risk)<br>\n'),
      aml_score: 5,
      params: expect.objectContaining({
        owner: 'unknown',
        transactions: { total: 1, inputs: 1, outputs: 0 },
        last_operation: '2025-06-02T00:00:00.000Z',
        sources_of_funding: { Northbank: 100 },
        types_of_funding: { exchange: 100 },
      }),
      pdf_link: expect.stringMatching(
        /^http:\/\/localhost:80\/pdf\/aml\/[0-9a-f]{41}\/\d{10}\/[\w-]{43}\.pdf$/,
      ),
      checks_balance: '99',
    }),
  );
  expect(await lastCheck()).toMatchObject({ status: 'completed', is_async: false, value: address });
});

it('says about an address without history that nothing is known of it, and weighs it so', async () => {
  const report = reportOf(await check({ value: address, network: 'bnb', async: false }));
  expect(report).toMatchObject({
    aml_score: 15,
    params: {
      transactions: { total: 0, inputs: 0, outputs: 0 },
      balances: {},
      last_operation: null,
      sources_of_funding: { 'unknown wallet / otc / service': 100 },
    },
  });
});

it('scores 100 for a sanctioned address, and names the owner', async () => {
  await label(service.db, address, 'Exchange', 'exchange', { source: 'another' });
  await label(service.db, address, 'Listed Person', 'sanctions');
  const report = reportOf(await check({ value: address, network: 'eth' }));
  expect(report).toMatchObject({
    aml_score: 100,
    params: {
      owner: 'Listed Person',
      types_of_funding: { sanctions: 100 },
      direct_hits: [{ entity: 'Listed Person' }, { entity: 'Exchange' }],
    },
  });
  expect(report.message).toContain('Listed Person (sanctions), according to test');
});

it('screens a transaction by what its senders had before it', async () => {
  const hash = evmHash(5);
  await label(service.db, evmAddress(1), 'Whirl', 'mixer');
  await label(service.db, evmAddress(2), 'Too late', 'stolen funds');
  await pay(
    service.db,
    { from: evmAddress(1), to: evmAddress(3), amount: '1', on: 1 },
    { from: evmAddress(3), to: evmAddress(4), amount: '2', on: 2, hash },
    { from: evmAddress(2), to: evmAddress(3), amount: '1', on: 3 },
  );
  const report = reportOf(await check({ value: hash.toUpperCase().replace('0X', '0x'), network: 'eth' }));
  expect(report).toMatchObject({
    aml_score: 80,
    params: {
      transactions: { total: 1, inputs: 1, outputs: 1 },
      balances: { USDT: 2 },
      sources_of_funding: { Whirl: 100 },
    },
  });
});

it('scores 100 for a transaction with a sanctioned party, on either side of it', async () => {
  await label(service.db, evmAddress(2), 'Listed Person', 'sanctions');
  const [incoming, outgoing] = [evmHash(1), evmHash(2)];
  await pay(
    service.db,
    { from: evmAddress(1), to: evmAddress(3), amount: '999', on: 1, hash: incoming },
    { from: evmAddress(2), to: evmAddress(3), amount: '1', on: 1, hash: incoming },
    { from: evmAddress(3), to: evmAddress(2), amount: '5', on: 2, hash: outgoing },
  );
  for (const [value, role] of [
    [incoming, 'sender'],
    [outgoing, 'recipient'],
  ]) {
    const report = reportOf(await check({ value, network: 'eth' }));
    expect(report).toMatchObject({ aml_score: 100, params: { direct_hits: [{ role }] } });
  }
});

it('names the own wallet of the account, and no other account’s', async () => {
  const wallet = await service.wallet('eth');
  const mine = reportOf(await check({ value: wallet.address, network: 'eth' }));
  expect(mine.params).toMatchObject({ owner: 'own wallet' });
  await service.db
    .updateTable('wallets')
    .set({ account_id: await otherAccount() })
    .execute();
  const theirs = reportOf(await check({ value: wallet.address, network: 'eth' }));
  expect(theirs.params).toMatchObject({ owner: 'unknown' });
});

it('writes amounts and shares with their exact digits', async () => {
  await pay(
    service.db,
    { from: evmAddress(1), to: address, amount: '0.000000000000000001', on: 1, currency: 'ETH' },
    { from: evmAddress(1), to: address, amount: '123456789012345678', on: 1, currency: 'ETH' },
  );
  const { text } = await check({ value: address, network: 'eth' });
  expect(text).toContain('"balances":{"ETH":123456789012345678.000000000000000001}');
});

it('escapes whatever came from data in the message', async () => {
  await label(service.db, address, `<img src=x onerror="alert(1)"> & 'Co'`, 'scam');
  const { message } = reportOf(await check({ value: address, network: 'eth' }));
  expect(message).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;Co&#39;');
  expect(message.replaceAll(/<\/?b>|<br>/g, '')).not.toMatch(/[<>]/);
});

it('gives the check back when the screening fails, and answers with the fixed text', async () => {
  await allow(3);
  await whileBroken(async () => {
    const answer = await check({ value: address, network: 'eth' });
    expect(answer).toMatchObject({ status: 500, body: { error_code: 'system', data: null } });
  });
  expect(await checksLeft()).toBe(3);
  expect(await lastCheck()).toMatchObject({ status: 'failed', report: null });
});

it('returns the check that a process left behind when it ended', async () => {
  await allow(3);
  await check({ value: address, network: 'eth' });
  const { uid } = await lastCheck();
  // The report as stored before the process ended.
  await service.db
    .updateTable('aml_checks')
    .set({ status: 'pending', report: null, completed_at: null, next_step_at: day(0) })
    .execute();
  expect(await runJob()).toBe(true);
  expect(await checksLeft()).toBe(3);
  expect((await recheck(uid)).body).toEqual(
    success({
      code: '500',
      error_code: 'system',
      error_message: expect.stringContaining('stopped before'),
    }),
  );
});
