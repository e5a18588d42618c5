import { expect, it } from 'vitest';
import { failure, setUpService, success } from '../testing.ts';
import { amlChecks, day, evmAddress, label, pay, reportOf, uidOf } from './testing-aml.ts';

const service = setUpService();
const { check, recheck, runJob, allow, checksLeft, otherAccount } = amlChecks(service);
const address = evmAddress(7);

it('answers with a uid, then with the report that the worker made, the same each time', async () => {
  await allow(2);
  await label(service.db, evmAddress(1), 'Northbank', 'exchange');
  await pay(service.db, { from: evmAddress(1), to: address, amount: '1', on: 1 });
  const answer = await check({ value: address, network: 'eth', async: true });
  const uid = uidOf(answer);
  expect(uid).toMatch(/^[0-9a-f]{41}$/);
  expect(answer.body).toEqual(success({ uid }));
  expect((await recheck(uid)).body).toEqual(success({ uid }));
  expect(await checksLeft()).toBe(1);

  expect(await runJob()).toBe(true);
  expect(await runJob()).toBe(false);
  const first = reportOf(await recheck(uid));
  expect(first).toMatchObject({ aml_score: 5, checks_balance: '1', params: { uid } });

  // What became known since does not change what was reported then.
  await label(service.db, evmAddress(1), 'Northbank', 'sanctions');
  const { pdf_link: _link, ...again } = reportOf(await recheck(uid));
  expect(first).toMatchObject(again);
  expect(JSON.stringify(again.params)).toBe(JSON.stringify(first.params));
  expect(await checksLeft()).toBe(1);
});

it('is claimed again after its process ended, and charged once', async () => {
  await allow(1);
  const uid = uidOf(await check({ value: address, network: 'eth', async: true }));
  // A worker claimed it and ended.
  await service.db
    .updateTable('aml_checks')
    .set({ attempts: 1, next_step_at: day(0) })
    .execute();
  expect(await runJob()).toBe(true);
  expect(reportOf(await recheck(uid)).aml_score).toBe(15);
  expect(await checksLeft()).toBe(0);
});

it('fails after three attempts that ended their process, and gives its check back', async () => {
  await allow(1);
  const uid = uidOf(await check({ value: address, network: 'eth', async: true }));
  await service.db
    .updateTable('aml_checks')
    .set({ attempts: 3, next_step_at: day(0) })
    .execute();
  expect(await runJob()).toBe(true);
  expect((await recheck(uid)).body).toEqual(
    success({
      code: '500',
      error_code: 'system',
      error_message: expect.stringContaining('Nothing was charged'),
    }),
  );
  expect(await checksLeft()).toBe(1);
});

it('is screened once by workers side by side', async () => {
  await allow(10);
  for (let n = 0; n < 5; n += 1) await check({ value: evmAddress(n + 1), network: 'eth', async: true });
  const ran = await Promise.all(Array.from({ length: 10 }, runJob));
  expect(ran.filter(Boolean)).toHaveLength(5);
  const rows = await service.db.selectFrom('aml_checks').select(['status', 'attempts']).execute();
  expect(rows).toEqual(Array.from({ length: 5 }, () => ({ status: 'completed', attempts: 1 })));
});

it('is private: an unknown uid and another account’s are not found', async () => {
  const uid = uidOf(await check({ value: address, network: 'eth', async: true }));
  const notFound = failure(404, 'not_found', 'AML check not found');
  expect((await recheck('0'.repeat(41))).body).toEqual(notFound);
  await service.db
    .updateTable('aml_checks')
    .set({ account_id: await otherAccount() })
    .execute();
  expect(await recheck(uid)).toMatchObject({ status: 404, body: notFound });
  expect((await service.call('POST', '/aml-report-recheck', { body: {} })).body).toMatchObject({
    data: { uid: 'required field' },
  });
});
