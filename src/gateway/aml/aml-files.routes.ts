import type { Host } from '#http/serve.ts';
import type { SignedIn } from '../console-host.ts';
import type { AmlRoutesDeps } from './aml-checks.routes.ts';
import { serveCheckFile } from './check-file.routes.ts';
import { findAnswer, findPdf, type ScreeningCheck } from './screening-checks.store.ts';

/** The two files that a provider makes of a report. */
export function registerAmlFileRoutes(host: Host<SignedIn>, { db }: Pick<AmlRoutesDeps, 'db'>): void {
  serveCheckFile(host, { db }, 'downloadAmlReport', async (check) => {
    const content = await findAnswer(db, check.check_id);
    if (content === undefined) return undefined;
    const digest = Buffer.from(check.report_sha256 ?? '', 'hex').toString('base64');
    return {
      name: `${nameOf(check)}.json`,
      type: 'application/json',
      content,
      // RFC 9530: of exactly what is sent.
      headers: { 'repr-digest': `sha-256=:${digest}:` },
    };
  });

  serveCheckFile(host, { db }, 'downloadAmlPdf', async (check) => {
    const content = await findPdf(db, check.check_id);
    return content && { name: `${nameOf(check)}.pdf`, type: 'application/pdf', content };
  });
}

function nameOf({ network, value, check_id: id }: ScreeningCheck): string {
  return `aml-${network}-${value.slice(0, 12)}-${id.slice(-8)}`;
}
