import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHttpApp } from '#http/http-app.ts';
import { ThreadPool } from '#http/thread-pool.ts';
import { base, setUpService } from '../../testing.ts';
import { amlChecks, evmAddress, label, reportOf } from '../testing-aml.ts';
import { parseReportDocument } from './report-document.ts';
import { registerReportPdf } from './report-pdf.routes.ts';
import { reportPdf } from './report-pdf.ts';

const service = setUpService();
const { check, recheck } = amlChecks(service);
const address = evmAddress(7);

const pathOf = (link: string) => new URL(link).pathname;
const fetchPdf = async (path: string) => await service.app.inject({ method: 'GET', url: path });

/** The service's reports, made by threads that nothing else uses. */
function serveWithOwnPool() {
  const pool = new ThreadPool({ threads: 1 });
  const app = createHttpApp({ logger: false });
  registerReportPdf(app, service.db, pool);
  onTestFinished(async () => {
    await app.close();
    await pool.close();
  });
  return { pool, fetchPdf: async (path: string) => await app.inject({ method: 'GET', url: path }) };
}

describe('the PDF', () => {
  it('is served by its link without a key, and is the same for every link', async () => {
    await label(service.db, address, 'Банк «Север» 北 <b>', 'exchange');
    const first = reportOf(await check({ value: address, network: 'eth' }));
    const { uid } = first.params;
    const pdf = await fetchPdf(pathOf(first.pdf_link));
    expect(pdf.statusCode).toBe(200);
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="aml-report-${uid.slice(0, 12)}.pdf"`,
      'x-content-type-options': 'nosniff',
    });
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.rawPayload.subarray(-6).toString()).toContain('%%EOF');
    const again = reportOf(await recheck(uid));
    expect((await fetchPdf(pathOf(again.pdf_link))).rawPayload.equals(pdf.rawPayload)).toBe(true);
    const { report } = await service.db
      .selectFrom('aml_checks')
      .select('report')
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow();
    expect((await reportPdf(parseReportDocument(report))).equals(pdf.rawPayload)).toBe(true);
  });

  it('is rendered once, however often and by however many links it is asked for', async () => {
    const first = reportOf(await check({ value: address, network: 'eth' }));
    const again = reportOf(await recheck(first.params.uid));
    const links = [first, again, first, again].map(({ pdf_link: link }) => pathOf(link));
    const { fetchPdf: fetchOwn, pool } = serveWithOwnPool();
    const rendering = vi.spyOn(pool, 'run');
    const atOnce = await Promise.all(links.map(fetchOwn));
    const later = await fetchOwn(pathOf(first.pdf_link));
    expect([...atOnce, later].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(rendering).toHaveBeenCalledTimes(1);
  });

  it('is rendered again where that has failed', async () => {
    const path = pathOf(reportOf(await check({ value: address, network: 'eth' })).pdf_link);
    const { fetchPdf: fetchOwn, pool } = serveWithOwnPool();
    vi.spyOn(pool, 'run').mockRejectedValueOnce(new Error('no fonts'));
    expect((await fetchOwn(path)).statusCode).toBe(500);
    expect((await fetchOwn(path)).statusCode).toBe(200);
  });

  it('isn’t served by a link that was changed or has expired', async () => {
    const path = pathOf(reportOf(await check({ value: address, network: 'eth' })).pdf_link);
    const [, , , uid = '', expires = '', code = ''] = path.split('/');
    const later = String(Number(expires) + 1);
    const otherUid = uid.replace(/^./, (first) => (first === '0' ? '1' : '0'));
    const otherCode = code.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    for (const changed of [
      `/pdf/aml/${otherUid}/${expires}/${code}`,
      `/pdf/aml/${uid}/${later}/${code}`,
      `/pdf/aml/${uid}/${expires}/${otherCode}`,
      `/pdf/aml/${uid}/${expires}/x.pdf`,
      `/pdf/aml/${uid}/abc/${code}`,
    ]) {
      expect((await fetchPdf(changed)).statusCode).toBe(404);
    }
    expect((await fetchPdf(path)).statusCode).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: (Number(expires) + 1) * 1000 });
    const old = await fetchPdf(path);
    vi.useRealTimers();
    expect(old).toMatchObject({ statusCode: 404, body: expect.stringContaining('has expired') });
  });

  it('keeps links good for processes that come later: the secret is made once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => await check({ value: address, network: 'eth' })),
    );
    expect(await service.db.selectFrom('service_secrets').select('name').execute()).toHaveLength(1);
    for (const answer of answers) {
      expect((await fetchPdf(pathOf(reportOf(answer).pdf_link))).statusCode).toBe(200);
    }
  });

  it('is not there for a path of the interface without a report', async () => {
    expect((await fetchPdf(`${base}/pdf`)).statusCode).toBe(404);
  });
});
