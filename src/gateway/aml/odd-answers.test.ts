import { beforeEach, describe, expect, it } from 'vitest';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import { useTestDatabase } from '#database/testing.ts';
import { amlPath, dataOf, openDesk, startedOf, subjectOf } from '../testing/aml-desk.ts';
import { AmlStandIn, answerWith, report } from '../testing/aml-provider.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { answering, failure, type Respond, startStandInProvider } from '../testing/stand-in-provider.ts';

const remote = setUpRemoteGateways(useTestDatabase());

let aml: AmlStandIn;

beforeEach(() => {
  aml = new AmlStandIn();
  remote.provider.respond = aml.respond;
});

const json = { 'content-type': 'application/json' };
const html = answering(200, { 'content-type': 'text/html' }, '<!doctype html><title>Maintenance</title>');
const nothing = answering(200, {}, '');
const silence: Respond = () => undefined;
const hangUp: Respond = (_request, response) => {
  response.destroy();
};
const failed = answering(500, json, failure(500, 'system', 'Unexpected server error'));
const insideSuccess = answerWith({
  code: '500',
  error_code: 'system',
  error_message: 'No data source answers',
});
const envelopeFailure = answering(200, json, failure(400, 'request', 'The subject is unknown'));
const bare403 = answering(403, { 'content-type': 'text/html' }, '<h1>Forbidden</h1>');

describe('a provider that is asked for a check and answers', () => {
  it.each<[string, Respond, Partial<AmlCheck['failure']> & object]>([
    ['with a web page', html, { http_status: 200, message: expect.stringContaining('is a web page') }],
    ['with nothing', nothing, { http_status: 200, message: expect.stringContaining('(empty response)') }],
    [
      'with a failure of its own',
      failed,
      { http_status: 500, code: 'system', message: expect.stringContaining('Unexpected server error') },
    ],
    ['not at all', silence, { http_status: null, message: expect.stringContaining('respond in time') }],
    [
      'by hanging up',
      hangUp,
      { http_status: null, message: expect.stringContaining('closed the connection') },
    ],
    [
      'by leading on to another page',
      answering(303, { location: '/reports/7' }, ''),
      { http_status: null, message: expect.stringContaining('redirects requests to /reports/7') },
    ],
  ])(
    '%s may have spent a check: it is lost, says so, and is not asked again',
    async (_how, respond, reason) => {
      aml.onAsk = respond;
      const desk = await openDesk(await remote.start({ timeoutMs: 1000 }));
      const check = startedOf(await desk.start(subjectOf(1)));
      expect(check).toMatchObject({ state: 'lost', uid: null, can_resume: false, failure: reason });
      expect(check.failure?.message).toContain('A check may have been spent');
      expect(check.ended_at).not.toBeNull();
      // A user may start it again: that is another check.
      aml.onAsk = answerWith(report());
      expect(startedOf(await desk.start(subjectOf(1))).state).toBe('finished');
      expect(aml.asked).toHaveLength(2);
    },
  );

  it.each<[string, Respond, object]>([
    [
      'a refusal',
      answering(400, json, failure(400, 'request', 'No AML checks are available')),
      { http_status: 400, code: 'request', message: 'No AML checks are available' },
    ],
    [
      'a failure in a success',
      envelopeFailure,
      { http_status: 200, code: 'request', message: 'The subject is unknown' },
    ],
    [
      'a failure in the data of a success',
      insideSuccess,
      { http_status: 200, code: 'system', message: 'No data source answers' },
    ],
    [
      'a page that says 404',
      answering(404, {}, '<h1>Not found</h1>'),
      { http_status: 404, message: expect.stringContaining('Nothing was spent') },
    ],
  ])('with %s has refused it, with its own message', async (_how, respond, reason) => {
    aml.onAsk = respond;
    const desk = await openDesk(await remote.start());
    const check = startedOf(await desk.start(subjectOf(1)));
    expect(check).toMatchObject({ state: 'failed', uid: null, can_resume: false, failure: reason });
  });

  it.each([
    [
      'a number that no float holds',
      '{"code":"200","data":{"uid":12345678901234567890}}',
      '12345678901234567890',
    ],
    ['a long text', `{"code":"200","data":{"uid":"${'u'.repeat(3000)}"}}`, 'u'.repeat(3000)],
    ['half of the envelope', '{"success":true,"data":{"uid":"uid-9"}}', 'uid-9'],
  ])('with a uid as %s has given one, and it is asked for that', async (_what, body, uid) => {
    aml.onAsk = answering(200, json, body);
    const desk = await openDesk(await remote.start());
    const check = startedOf(await desk.start(subjectOf(1)));
    expect(check.uid).toBe(uid);
    await desk.until(check.id, 'finished');
    expect(aml.rechecked).toEqual([uid]);
  });

  it('with a failure without a message, and a uid, is reported as “no reason given” and can be resumed', async () => {
    const wordless = '{"code":"200","error_code":"system","error_message":"","data":{"uid":"uid-9"}}';
    aml.onAsk = answering(200, json, wordless);
    const desk = await openDesk(await remote.start());
    const check = startedOf(await desk.start(subjectOf(1)));
    expect(check).toMatchObject({ state: 'failed', uid: 'uid-9', can_resume: true });
    expect(check.failure?.message).toBe('The wallet service gave no reason');
    await desk.post(`${amlPath}/resume`, { ids: [check.id] });
    await desk.until(check.id, 'finished');
    expect(aml.rechecked).toEqual(['uid-9']);
  });

  it('with empty error fields and a uid has started the check', async () => {
    aml.onAsk = answering(
      200,
      json,
      '{"code":"200","error_code":"","error_message":"","data":{"uid":"uid-9"}}',
    );
    const desk = await openDesk(await remote.start());
    const check = startedOf(await desk.start(subjectOf(1)));
    await desk.until(check.id, 'finished');
    expect(aml.rechecked).toEqual(['uid-9']);
  });

  it('with an unrecognized uid is lost, and its answer can be read', async () => {
    aml.onAsk = answering(200, json, '{"code":"200","data":"the-uid"}');
    const desk = await openDesk(await remote.start());
    const check = startedOf(await desk.start(subjectOf(1)));
    expect(check).toMatchObject({ state: 'lost', uid: null });
    expect(check.failure?.message).toContain('“{"code":"200","data":"the-uid"}”');
  });

  it('with a bare 403 does not accept this machine: the check is stopped, and continues when it does', async () => {
    aml.onAsk = bare403;
    const desk = await openDesk(await remote.start({ outgoingAddress: '203.0.113.9' }));
    const check = startedOf(await desk.start(subjectOf(1)));
    expect(check).toMatchObject({ state: 'stopped', uid: null, can_resume: true, ended_at: null });
    expect(check.failure?.message).toContain('Register 203.0.113.9 with the provider');
    aml.onAsk = answerWith({ uid: 'uid-1' });
    const resumed = await desk.post(`${amlPath}/resume`, { ids: [check.id] });
    // The worker may have claimed it by now.
    expect(dataOf(resumed)).toMatchObject({ checks: [{ id: check.id, failure: null, can_resume: false }] });
    expect(await desk.until(check.id, 'finished')).toMatchObject({ uid: 'uid-1', failure: null });
  });

  it('later, because it takes no more requests for now, is asked again then', async () => {
    aml.onAsk = answering(429, { ...json, 'retry-after': '3' }, failure(429, 'request', 'Slow down'));
    const desk = await openDesk(await remote.start());
    const asked = Date.now();
    const check = startedOf(await desk.start(subjectOf(1)));
    expect(check).toMatchObject({ state: 'queued', can_resume: false, failure: { http_status: 429 } });
    expect(Date.parse(check.next_recheck_at ?? '') - asked).toBeGreaterThanOrEqual(3000);
    aml.onAsk = answerWith(report());
    await desk.until(check.id, 'finished');
    expect(aml.asked).toHaveLength(2);
  });

  it('never, because it cannot be reached, is asked when it can', async () => {
    const away = await startStandInProvider();
    const desk = await openDesk(await remote.start());
    await remote.provider.close();
    const check = startedOf(await desk.start(subjectOf(1)));
    await away.close();
    expect(check).toMatchObject({ state: 'queued', failure: { http_status: null } });
    expect(check.failure?.message).toMatch(
      /can’t be reached \(ECONNREFUSED\).* The console tries again automatically\.$/,
    );
  });
});

describe('a provider that is asked for the report and answers', () => {
  it.each<[string, Respond, object]>([
    ['with a web page', html, { http_status: 200, message: expect.stringContaining('is a web page') }],
    ['with nothing', nothing, { http_status: 200, message: expect.stringContaining('(empty response)') }],
    [
      'with a failure of its own',
      failed,
      { http_status: 500, message: expect.stringContaining('Unexpected server error') },
    ],
    [
      'with a bare 403',
      bare403,
      {
        http_status: 403,
        message: expect.stringContaining(
          'The provider doesn’t accept requests from this IP address. This machine sends from 127.0.0.1, a private address. Register your router’s public address with the provider, and set OUTGOING_ADDRESS to it. The console tries again automatically.',
        ),
      },
    ],
    ['not at all', silence, { http_status: null, message: expect.stringContaining('respond in time') }],
    [
      'by hanging up',
      hangUp,
      { http_status: null, message: expect.stringContaining('closed the connection') },
    ],
    [
      'that it is busy',
      answering(429, { 'retry-after': '1' }, ''),
      { http_status: 429, message: expect.stringContaining('is limiting requests') },
    ],
  ])(
    '%s keeps the check waiting, with words, and the uid leads to the report',
    async (_how, respond, reason) => {
      aml.onRecheck = respond;
      const desk = await openDesk(await remote.start({ timeoutMs: 1000 }));
      const { id } = startedOf(await desk.start(subjectOf(1)));
      await expect
        .poll(async () => (await desk.read(id)).check.failure)
        .toEqual({ code: expect.any(String), ...reason });
      const { check } = await desk.read(id);
      expect(check).toMatchObject({ state: 'waiting', uid: 'uid-1' });
      expect(check.failure?.message).toContain('The console tries again automatically.');
      expect(check.next_recheck_at).not.toBeNull();
      aml.onRecheck = answerWith(report());
      expect(await desk.until(id, 'finished')).toMatchObject({ uid: 'uid-1', failure: null, score: '5' });
      expect(aml.asked).toHaveLength(1);
      expect(new Set(aml.rechecked)).toEqual(new Set(['uid-1']));
    },
  );

  it.each<[string, Respond, object]>([
    [
      'an error inside a 200',
      insideSuccess,
      { http_status: 200, code: 'system', message: 'No data source answers' },
    ],
    [
      'that it knows no such check',
      answering(404, json, failure(404, 'not_found', 'No such check')),
      { http_status: 404, code: 'not_found', message: 'No such check' },
    ],
  ])(
    'with %s ends it, and the uid stays: it can be resumed without another check',
    async (_how, respond, reason) => {
      aml.onRecheck = respond;
      const desk = await openDesk(await remote.start());
      const { id } = startedOf(await desk.start(subjectOf(1)));
      expect(await desk.until(id, 'failed')).toMatchObject({
        uid: 'uid-1',
        can_resume: true,
        failure: reason,
      });
      aml.onRecheck = answerWith(report());
      await desk.post(`${amlPath}/resume`, { ids: [id] });
      await desk.until(id, 'finished');
      expect(aml.asked).toHaveLength(1);
    },
  );

  it('with characters that no database accepts is stored anyway, unchanged', async () => {
    const odd = report(
      { checks_balance: '4\u0000' },
      { 'mi\u0000xer\ud800': 1, '': 2, ['x'.repeat(9000)]: 3 },
    );
    aml.onRecheck = answerWith(odd);
    const desk = await openDesk(await remote.start());
    const { id } = startedOf(await desk.start(subjectOf(1)));
    const check = await desk.until(id, 'finished');
    expect(check.categories.map(({ name }) => name)).toEqual(['x'.repeat(9000), '', 'mixer\ufffd']);
    expect(check).toMatchObject({ band: 'medium', checks_left: '4' });
    expect((await desk.read(id)).report).toContain(JSON.stringify(odd));
  });

  it.each([
    ['no score', { aml_score: null }],
    ['a score that is no number', { aml_score: 'high' }],
    ['categories in another form', { params: { types_of_funding: [['sanctions', 1]] } }],
  ])('with a report that has %s is stored, and never counts as low', async (_what, changes) => {
    aml.onRecheck = answerWith(report(changes));
    const desk = await openDesk(await remote.start());
    const { id } = startedOf(await desk.start(subjectOf(1)));
    expect((await desk.until(id, 'finished')).band).toBe('medium');
    expect((await desk.list('band=low')).count).toBe(0);
    expect((await desk.list('band=medium')).count).toBe(1);
  });

  it('that the key is not accepted any more stops it, and a colleague resumes it with another key', async () => {
    const desk = await openDesk(await remote.start());
    aml.onRecheck = answerWith({ uid: 'uid-1' });
    const { id } = startedOf(await desk.start(subjectOf(1)));
    const colleague = await openDesk(await remote.start(), 'second');
    aml.keys.delete('good');
    const stopped = await colleague.until(id, 'stopped');
    expect(stopped).toMatchObject({ uid: 'uid-1', can_resume: true, failure: { http_status: 401 } });
    aml.onRecheck = answerWith(report());
    await colleague.post(`${amlPath}/resume`, { ids: [id] });
    await colleague.until(id, 'finished');
    expect(aml.asked).toHaveLength(1);
  });

  it('with its uid for minutes is asked at growing pauses', async () => {
    const desk = await openDesk(await remote.start());
    aml.onRecheck = answerWith({ uid: 'uid-1' });
    const { id } = startedOf(await desk.start(subjectOf(1)));
    await expect.poll(async () => (await desk.read(id)).check.rechecks, { timeout: 20_000 }).toBe(4);
    const { check } = await desk.read(id);
    expect(check).toMatchObject({ state: 'waiting', failure: null, uid: 'uid-1' });
    const pauseMs = Date.parse(check.next_recheck_at ?? '') - Date.now();
    // The first was of a tenth of a second.
    expect(pauseMs).toBeGreaterThan(150);
  });
});
