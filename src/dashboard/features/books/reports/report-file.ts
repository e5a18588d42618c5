import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Session } from '#contract/gateway/sessions.ts';
import { describeReport, reportFile, reportFileName } from '#domain/reports/report-file.ts';
import { ZipFile } from '#dashboard/list/export/file/file-writer.ts';
import { saveExport } from '#dashboard/list/export/save-export.ts';
import type { StatementPeriod } from '../statement/statement-period.ts';
import type { ReportContext, ReportData } from './report-view.ts';

type Facts = {
  data: ReportData;
  context: ReportContext;
  period: StatementPeriod;
  zone: string;
  session: Session;
  exportedAt: Date;
};

/** Records the export and saves it: a ZIP with the rows as CSV and what they are, as those of lists. */
export async function saveReport({ data, context, period, zone, session, exportedAt }: Facts): Promise<void> {
  const { report } = data;
  const file = reportFile(data, context);
  const name = reportFileName(report, period);
  const about = {
    ...describeReport(file, {
      report,
      accountId: session.account_id,
      days: period,
      times: context,
      zone,
      rowsSha256: bytesToHex(sha256(new TextEncoder().encode(file.csv))),
    }),
    exported_at: exportedAt.toISOString(),
    user_name: session.user?.name ?? null,
    key_name: session.key_name,
  };
  const zip = new ZipFile(exportedAt);
  zip.addWhole(`${name}.csv`, file.csv);
  zip.addWhole(`${name}.meta.json`, `${JSON.stringify(about, null, 2)}\n`);
  await saveExport({
    name: `${name}.zip`,
    blob: zip.end('application/zip'),
    list: `report-${report}`,
    filters: { ...period, time_zone: zone },
    rows: file.cells.length,
  });
}
