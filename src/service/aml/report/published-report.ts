import type { AmlReport } from '#contract/wallet-service/aml.ts';
import type { Decimal } from '#domain/decimal.ts';
import { ExactNumber } from '#domain/json.ts';
import { writeIsoTime } from '#domain/time.ts';
import { percentOf } from './percent.ts';
import { reportMessage } from './report-message.ts';
import type { ReportDocument } from './report-document.ts';

/** The report in the published shape; what is not of the report itself is the caller's to add. */
export function publishedReport(report: ReportDocument): Pick<AmlReport, 'message' | 'aml_score' | 'params'> {
  return { message: reportMessage(report), aml_score: report.score, params: paramsOf(report) };
}

function paramsOf(report: ReportDocument): Record<string, unknown> {
  const { network, kind, value, owner, transactions, lastOperation, score } = report;
  // Two categories can name the same source: its shares are one.
  const bySource = new Map<string, number>();
  for (const { name, share } of report.sources) bySource.set(name, (bySource.get(name) ?? 0) + share);
  return {
    owner,
    transactions,
    balances: Object.fromEntries(
      Object.entries(report.balances).map(([currency, amount]) => [currency, number(amount)]),
    ),
    last_operation: lastOperation === null ? null : writeIsoTime(lastOperation),
    risk: { score: number(score), level: report.riskLevel },
    sources_of_funding: percentages([...bySource]),
    types_of_funding: percentages(report.types.map(({ type, share }) => [type, share])),
    ...directExposureOf(report),
    subject: { kind, network, value },
    direct_hits: report.directHits,
    uid: report.uid,
    method: {
      version: report.methodVersion,
      screened_at: writeIsoTime(report.screenedAt),
      hops: report.hops,
      limits_reached: report.limitsReached,
      labels: report.labels.count,
      label_sources: report.labels.sources,
      labels_updated: report.labels.newest === null ? null : writeIsoTime(report.labels.newest),
    },
  };
}

/** Every category's share, including none. Left out if the report has no shares. */
function directExposureOf({ types }: ReportDocument): Record<string, unknown> {
  const shares = types.flatMap(({ type, direct }) => (direct === undefined ? [] : [[type, direct] as const]));
  return shares.length < types.length ? {} : { direct_exposure: percentages(shares) };
}

function percentages(
  shares: readonly (readonly [name: string, share: number])[],
): Record<string, ExactNumber> {
  return Object.fromEntries(shares.map(([name, share]) => [name, number(percentOf(share))]));
}

function number(value: Decimal): ExactNumber {
  return ExactNumber.fromDecimal(value);
}
