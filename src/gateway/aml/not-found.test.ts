import { beforeEach, expect, it } from 'vitest';
import { withFormerTableNames } from '#database/testing-former-names.ts';
import { up as addNotFound } from '#database/migrations/0024-not-found-checks.ts';
import { useTestDatabase } from '#database/testing.ts';
import { openDesk, startedOf, subjectOf } from '../testing/aml-desk.ts';
import { AmlStandIn, answerWith, report } from '../testing/aml-provider.ts';
import { fromOwnPage } from '../testing/http-client.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { defaultAmlRules } from './default-rules.ts';

const database = useTestDatabase();
const remote = setUpRemoteGateways(database);

/** A report on an unknown subject, as a provider writes it. */
const unknownAddress = report({
  aml_score: 15,
  params: {
    transactions: { total: 0, inputs: 0, outputs: 0 },
    types_of_funding: { 'unknown wallet / otc / service': 100 },
  },
});

let aml: AmlStandIn;

beforeEach(() => {
  aml = new AmlStandIn();
  remote.provider.respond = aml.respond;
  aml.onAsk = answerWith(unknownAddress);
});

it("is reported for a subject that the provider doesn't know, in the check, the list and the last results", async () => {
  const desk = await openDesk(await remote.start());
  const { id } = startedOf(await desk.start(subjectOf(1)));
  expect((await desk.read(id)).check).toMatchObject({ band: 'unknown', is_not_found: true });
  expect((await desk.list()).checks).toMatchObject([{ band: 'unknown', is_not_found: true }]);
  expect(await desk.results([subjectOf(1)])).toMatchObject({
    results: [{ last: { band: 'unknown', is_not_found: true, decisive_category: null } }],
  });
});

it('is not reported for a subject that the provider knows, nor before there is a report', async () => {
  aml.onAsk = answerWith(report());
  const desk = await openDesk(await remote.start());
  const { id } = startedOf(await desk.start(subjectOf(1)));
  expect((await desk.read(id)).check).toMatchObject({ band: 'low', is_not_found: false });
  expect(await desk.results([subjectOf(1)])).toMatchObject({ results: [{ last: { is_not_found: false } }] });
  aml.onAsk = answerWith({ uid: 'uid-1' });
  aml.onRecheck = answerWith({ uid: 'uid-1' });
  const running = startedOf(await desk.start(subjectOf(2)));
  expect(running).toMatchObject({ state: 'waiting', is_not_found: false });
});

it('is never low, however large a share of unknown origin the account accepts', async () => {
  const gateway = await remote.start();
  const desk = await openDesk(gateway);
  const { id } = startedOf(await desk.start(subjectOf(1)));
  const changed = await gateway.send('/console/settings/aml', {
    method: 'PUT',
    headers: { ...fromOwnPage, cookie: desk.cookie },
    body: { ...defaultAmlRules, unknown_share: '100', version: 0 },
  });
  expect(changed.status).toBe(200);
  expect((await desk.read(id)).check.band).toBe('unknown');
  expect((await desk.list('band=unknown')).checks).toMatchObject([{ id }]);
  expect((await desk.list('band=low')).count).toBe(0);
});

it('is a result of its own: a decision on it is not carried over to a report that knows the subject', async () => {
  const desk = await openDesk(await remote.start());
  const first = startedOf(await desk.start(subjectOf(1)));
  const decided = await desk.post('/console/aml/decisions', {
    check_id: first.id,
    decision: 'accepted',
    note: 'A new address of a customer',
    after: null,
  });
  expect(decided.status).toBe(200);
  const same = startedOf(await desk.start(subjectOf(1)));
  expect((await desk.read(same.id)).check.decision).toMatchObject({ check_id: first.id });
  const { params, ...rest } = unknownAddress;
  aml.onAsk = answerWith({ ...rest, params: { ...params, transactions: { total: 3 } } });
  const known = startedOf(await desk.start(subjectOf(1)));
  expect((await desk.read(known.id)).check).toMatchObject({ is_not_found: false, decision: null });
});

it('is read from the reports that were stored before it was', async () => {
  const desk = await openDesk(await remote.start());
  const { id } = startedOf(await desk.start(subjectOf(1)));
  aml.onAsk = answerWith(report());
  const { id: knownId } = startedOf(await desk.start(subjectOf(2)));
  await database.db.schema.alterTable('screening_checks').dropColumn('is_not_found').execute();
  await withFormerTableNames(database.db, addNotFound);
  expect((await desk.read(id)).check.is_not_found).toBe(true);
  expect((await desk.read(knownId)).check.is_not_found).toBe(false);
});
