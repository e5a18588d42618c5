import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Tables } from '#database/tables.ts';
import { now } from '#domain/clock.ts';
import { toDate } from '#domain/time.ts';
import { ServiceError } from '#http/service-error.ts';
import { type ThreadPool, threads, threadTask } from '#http/thread-pool.ts';
import { parseReportDocument, type ReportDocument } from './report-document.ts';
import type { reportPdf } from './report-pdf.ts';

// The PDF is opened in a browser and passed on to colleagues, without a key: like the image of a QR code, its
// path carries a code that only the service can compute. Unlike it, the code is good for a time only.

const rendering = threadTask<typeof reportPdf>(new URL('report-pdf.ts', import.meta.url), 'reportPdf');

const pdfPath = '/pdf/aml/:uid/:expires/:code.pdf';
const secretName = 'aml-report-links';
const lifetimeSeconds = 30 * 86_400;
/** Some tens of KiB each. */
const mostKept = 64;

const parameters = z.object({
  uid: z.string().check(z.regex(/^[0-9a-f]{41}$/)),
  /** Seconds since 1970. */
  expires: z.string().check(z.regex(/^\d{10}$/)),
  code: z.string().check(z.regex(/^[\w-]{43}$/)),
});

/** The absolute URL of a report's PDF, good for 30 days. */
export async function reportPdfUrl(db: Kysely<Tables>, base: string, uid: string): Promise<string> {
  const expires = String(Math.floor(toDate(now()).getTime() / 1000) + lifetimeSeconds);
  return `${base}/pdf/aml/${uid}/${expires}/${await codeOf(db, uid, expires)}.pdf`;
}

export function registerReportPdf(app: FastifyInstance, db: Kysely<Tables>, pool = threads): void {
  const renderOnce = keepNewest(pool);
  app.get(pdfPath, async (request, reply) => {
    const read = z.safeParse(parameters, request.params);
    if (!read.success) throw noReport();
    const { uid, expires, code } = read.data;
    const expected = await codeOf(db, uid, expires);
    if (!timingSafeEqual(Buffer.from(code), Buffer.from(expected))) throw noReport();
    if (Number(expires) * 1000 < toDate(now()).getTime()) {
      throw new ServiceError(404, 'This link has expired. Recheck to get a new one');
    }
    const check = await db
      .selectFrom('aml_checks')
      .select(['report', 'account_id'])
      .where('uid', '=', uid)
      .where('status', '=', 'completed')
      .executeTakeFirst();
    if (check === undefined) throw noReport();
    const pdf = await renderOnce(parseReportDocument(check.report), check.account_id);
    return reply
      .type('application/pdf')
      .headers({
        'content-disposition': `inline; filename="aml-report-${uid.slice(0, 12)}.pdf"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      .send(pdf);
  });
}

/**
 * Renders a report once for all requests: rendering takes a while, and a link may be requested without a key and so
 * without a limit. A report never changes once it is there.
 */
function keepNewest(pool: ThreadPool): (report: ReportDocument, owner: string) => Promise<Buffer> {
  const kept = new Map<string, Promise<Buffer>>();
  return async (report, owner) => {
    const { uid } = report;
    const pdf = kept.get(uid) ?? pool.run(rendering, report, { owner });
    // A Map has the order of insertion: the least recently requested comes first.
    kept.delete(uid);
    kept.set(uid, pdf);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    try {
      return await pdf;
    } catch (error) {
      kept.delete(uid);
      throw error;
    }
  };
}

async function codeOf(db: Kysely<Tables>, uid: string, expires: string): Promise<string> {
  const secret = await findOrMakeSecret(db, secretName);
  return createHmac('sha256', secret).update(`pdf/aml/${uid}/${expires}`).digest('base64url');
}

/** If several processes make it at once, one wins, and all read what it made. */
async function findOrMakeSecret(db: Kysely<Tables>, name: string): Promise<Buffer> {
  const find = async () =>
    await db.selectFrom('service_secrets').select('secret').where('name', '=', name).executeTakeFirst();
  const known = await find();
  if (known !== undefined) return known.secret;
  await db
    .insertInto('service_secrets')
    .values({ name, secret: randomBytes(32) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const made = await find();
  if (made === undefined) throw new Error(`The secret ${name} was not kept.`);
  return made.secret;
}

function noReport(): ServiceError {
  return new ServiceError(404, 'Report not found');
}
