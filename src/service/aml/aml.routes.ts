import type { FastifyRequest } from 'fastify';
import type { AmlReport } from '#contract/wallet-service/aml.ts';
import * as operations from '#contract/wallet-service/aml.ts';
import { publicBase } from '#http/public-base.ts';
import { serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';

import type { ServiceHost } from '../service-host.ts';
import { acceptCheck } from './checks/accept-check.ts';
import { countChecksLeft } from './checks/allowances.store.ts';
import { defaultLeaseMs } from './checks/aml.job.ts';
import { findCheck, inMs } from './checks/checks.store.ts';
import { parseSubject } from './checks/read-subject.ts';
import { runCheckOnce } from './checks/run-check.ts';
import { publishedReport } from './report/published-report.ts';
import { parseReportDocument, type ReportDocument } from './report/report-document.ts';
import { registerReportPdf, reportPdfUrl } from './report/report-pdf.routes.ts';

export type AmlSettings = {
  /** How long an asynchronous check rests before the worker takes it. */
  asyncDelayMs?: number;
  /** How long an unfinished synchronous check keeps what it reserved. */
  leaseMs?: number | undefined;
  /** Called when there is a check for the worker. */
  onAccepted?: () => void;
};

export function registerAml(
  host: ServiceHost,
  { asyncDelayMs = 0, leaseMs = defaultLeaseMs, onAccepted }: AmlSettings = {},
): void {
  const { db, publicUrl } = host;

  const answer = async (
    accountId: string,
    request: FastifyRequest,
    report: ReportDocument,
  ): Promise<AmlReport> => ({
    user_id: accountId,
    ...publishedReport(report),
    pdf_link: await reportPdfUrl(db, publicBase(publicUrl, request), report.uid),
    checks_balance: String(await countChecksLeft(db, accountId)),
  });

  serve(host, operations.requestAmlReport, async ({ body, caller: { accountId }, request }) => {
    const subject = parseSubject(body.value, body.network);
    // Refused before anything is reserved: a host that no link can be made of.
    publicBase(publicUrl, request);
    const isAsync = body.async;
    const lease = await acceptCheck(db, {
      accountId,
      subject,
      payer: body.address,
      isAsync,
      nextStepAt: inMs(isAsync ? asyncDelayMs : leaseMs),
    });
    if (isAsync) {
      onAccepted?.();
      return { uid: lease.uid };
    }
    const report = await runCheckOnce(db, lease, { accountId, subject });
    if (report === undefined) throw new Error('The screening took longer than its lease.');
    return await answer(accountId, request, report);
  });

  serve(host, operations.recheckAmlReport, async ({ body: { uid }, caller: { accountId }, request }) => {
    const check = await findCheck(db, accountId, uid);
    if (check === undefined) throw new ServiceError(404, 'AML check not found');
    switch (check.status) {
      case 'pending':
        return { uid };
      case 'failed':
        return { code: '500', error_code: 'system', error_message: check.failure ?? '' };
      case 'completed':
        return await answer(accountId, request, parseReportDocument(check.report));
      default:
        throw new Error(`The check ${uid} has an unknown status.`);
    }
  });

  registerReportPdf(host.app, db);
}
