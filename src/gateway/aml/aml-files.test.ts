import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { openDesk, startedOf, subjectOf } from '../testing/aml-desk.ts';
import { AmlStandIn, answerWith, report } from '../testing/aml-provider.ts';
import type { RunningGateway } from '../testing/gateway-harness.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { answering, type Respond, startStandInProvider } from '../testing/stand-in-provider.ts';

const database = useTestDatabase();
const remote = setUpRemoteGateways(database);
const pdf = Buffer.from('%PDF-1.7\n\u00ff\u0000 a report\n%%EOF', 'latin1');

let aml: AmlStandIn;
let gateway: RunningGateway;
let servePdf: Respond;

beforeEach(async () => {
  aml = new AmlStandIn();
  servePdf = answering(200, { 'content-type': 'application/pdf' }, pdf);
  remote.provider.respond = (request, response) =>
    (request.url.startsWith('/files/') ? servePdf : aml.respond)(request, response);
  gateway = await remote.start();
});

const linkTo = (path: string): string => new URL(path, remote.provider.url).href;
const withPdf = (link: string) => answerWith(report({ pdf_link: link }));

describe('the raw report', () => {
  it('is what was received, byte for byte, with its hash, as a file', async () => {
    const body =
      ' {"code" : "200", "data": {"aml_score":1.50,"params":{},"message":"\u00e9\\u00e9","x":1e2}}\n';
    aml.onAsk = answering(200, { 'content-type': 'application/json' }, body);
    const desk = await openDesk(gateway);
    const { id, report_sha256: hash } = startedOf(await desk.start(subjectOf(1)));
    const file = await desk.get(`/console/aml/report?id=${id}`);
    expect(file.bytes.equals(Buffer.from(body))).toBe(true);
    const sha256 = createHash('sha256').update(file.bytes);
    expect(file.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'content-disposition': expect.stringMatching(/^attachment; filename="aml-eth-[\w-]+\.json"$/),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'repr-digest': `sha-256=:${sha256.copy().digest('base64')}:`,
    });
    expect(hash).toBe(sha256.digest('hex'));
  });

  it('is handed out anyway while nothing can be written to the activity log', async () => {
    aml.onAsk = answerWith(report());
    const desk = await openDesk(gateway);
    const { id } = startedOf(await desk.start(subjectOf(1)));
    await database.db.schema.alterTable('audit_log_entries').renameTo('hidden').execute();
    try {
      expect((await desk.get(`/console/aml/report?id=${id}`)).status).toBe(200);
    } finally {
      await database.db.schema.alterTable('hidden').renameTo('audit_log_entries').execute();
    }
  });

  it('are not for other accounts, and not without a session', async () => {
    aml.onAsk = answerWith(report());
    const desk = await openDesk(gateway);
    const { id } = startedOf(await desk.start(subjectOf(1)));
    const other = await openDesk(gateway, 'other');
    for (const kind of ['report', 'pdf']) {
      expect((await other.get(`/console/aml/${kind}?id=${id}`)).status).toBe(404);
      expect((await gateway.send(`/console/aml/${kind}?id=${id}`)).status).toBe(401);
      expect((await desk.get(`/console/aml/${kind}`)).status).toBe(400);
    }
  });
});

describe('the PDF of a report', () => {
  it('is fetched when the report arrives, without the key, and kept', async () => {
    aml.onAsk = withPdf(linkTo('/files/report.pdf'));
    const desk = await openDesk(gateway);
    const { id } = startedOf(await desk.start(subjectOf(1)));
    await expect.poll(async () => (await desk.read(id)).check.has_pdf).toBe(true);
    const fetched = remote.provider.received.find(({ url }) => url.startsWith('/files/'));
    expect(fetched?.headers).not.toHaveProperty('token');
    await remote.provider.close();
    const file = await desk.get(`/console/aml/pdf?id=${id}`);
    expect(file.bytes.equals(pdf)).toBe(true);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="aml-eth-[\w-]+\.pdf"$/),
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  it('that can’t be fetched at first is fetched later, and the report is available until then', async () => {
    const working = servePdf;
    servePdf = answering(503, {}, 'not yet');
    aml.onAsk = withPdf(linkTo('/files/report.pdf'));
    const desk = await openDesk(gateway);
    const { id } = startedOf(await desk.start(subjectOf(1)));
    await expect
      .poll(
        async () =>
          (await database.db.selectFrom('screening_checks').select('failures').executeTakeFirst())?.failures,
      )
      .toBe(1);
    const { check } = await desk.read(id);
    expect(check).toMatchObject({ state: 'finished', has_pdf: false, failure: null });
    servePdf = working;
    await expect.poll(async () => (await desk.read(id)).check.has_pdf, { timeout: 20_000 }).toBe(true);
  });

  it.each<[string, Respond | string]>([
    ['a page', answering(200, { 'content-type': 'application/pdf' }, '<script>alert(1)</script>')],
    ['more than it may be', answering(200, {}, Buffer.concat([pdf, Buffer.alloc(9 * 1024 * 1024)]))],
    ['a redirect to what only this machine reaches', 'redirect'],
    ['a link to what only this machine reaches', 'link'],
    ['a link to another port of the provider’s host, which only this machine reaches', 'port'],
    ['a name that leads to what only this machine reaches', 'name'],
    ['no link at all', 'javascript:alert(1)'],
    ['a file of this machine', 'file:///etc/passwd'],
  ])('is not kept where it is %s, and the report is', async (_what, how) => {
    const hidden = await startStandInProvider();
    hidden.respond = answering(200, {}, pdf);
    const port = hidden.url.port;
    const links: Record<string, string> = {
      link: `http://[::ffff:127.0.0.1]:${port}/`,
      name: `http://localhost:${port}/`,
      port: `http://127.0.0.1:${port}/`,
    };
    if (how === 'redirect') {
      servePdf = answering(302, { location: links['name'] ?? '' }, '');
    } else if (typeof how !== 'string') servePdf = how;
    const link = typeof how === 'string' && how !== 'redirect' ? (links[how] ?? how) : linkTo('/files/a.pdf');
    aml.onAsk = withPdf(link);
    const desk = await openDesk(gateway);
    const { id } = startedOf(await desk.start(subjectOf(1)));
    await expect
      .poll(
        async () =>
          (await database.db.selectFrom('screening_checks').select('failures').executeTakeFirst())?.failures,
      )
      .toBe(1);
    await hidden.close();
    expect(hidden.received).toEqual([]);
    expect((await desk.read(id)).check).toMatchObject({ state: 'finished', has_pdf: false, failure: null });
    expect((await desk.get(`/console/aml/pdf?id=${id}`)).status).toBe(404);
  });
});
