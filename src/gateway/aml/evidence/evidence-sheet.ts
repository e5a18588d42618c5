import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import type { AmlDecisionRecord } from '#contract/gateway/aml-bands.ts';
import type { AmlRules } from '#contract/gateway/aml-rules.ts';
import { type ReportComparison, compareReports } from '#domain/aml/compare-reports.ts';
import type { AmlFindings, Exposure } from '#domain/aml/read-report.ts';
import { notFoundLabel, notFoundMessage } from '#domain/aml/not-found.ts';
import { sanctionsMessage } from '#domain/aml/sanctions.ts';
import { isZero } from '#domain/decimal.ts';
import { stringifyJson } from '#domain/json.ts';
import { networks } from '#domain/networks.ts';
import { formatUtcTime, type Instant } from '#domain/time.ts';
import { PdfSheet } from '#pdf/pdf-sheet.ts';
import type { Head } from '../../audit-log/chain.ts';
import type { AuditLogRow } from '../../audit-log/audit-log-list.store.ts';

/** A finished check, and its report as it was read. */
type CheckWithReport = { check: AmlCheck; report: AmlFindings };

export type Evidence = CheckWithReport & {
  accountId: string;
  /** Decisions made on the check and those carried over to it, the latest first. */
  decisions: readonly AmlDecisionRecord[];
  /** The check of the same subject that was finished before this one; undefined: none is stored. */
  before: CheckWithReport | undefined;
  /** The account's rules, and their last change; undefined: they are those that an account begins with. */
  rules: {
    value: AmlRules;
    changed: { at: Instant; by: string | null; version: number } | undefined;
  };
  /**
   * The requests of the activity log that are about the check, the earliest first, and where the activity log ends. `lacking`:
   * the permissions without which some are left out.
   */
  auditLog: { requests: readonly AuditLogRow[]; head: Head; lacking: readonly string[] };
  /** The name of the user who printed it, or “the key” and its name; null if the wallet service doesn't say. */
  printedBy: string | null;
  printedAt: Instant;
};

const bandLabel = {
  low: 'Low risk',
  unknown: 'Unknown risk',
  medium: 'Medium risk',
  high: 'High risk',
  severe: 'Severe risk',
} as const;

const bandColours = {
  low: '#0b6b3f',
  unknown: '#5c5f66',
  medium: '#93500a',
  high: '#b93815',
  severe: '#a3160c',
} as const;

const decisionLabel = { accepted: 'Accepted', rejected: 'Rejected', escalated: 'Escalated' } as const;

/** A printable record of what was known of a subject and what was decided. */
export async function evidenceSheet(evidence: Evidence): Promise<Buffer> {
  const { check, report, before, printedAt } = evidence;
  const sheet = await PdfSheet.begin(`AML evidence on ${check.value}`, printedAt);
  sheet.write('AML evidence', { size: 20, isBold: true, gap: 10 });
  sheet.facts(subjectFacts(evidence));
  writeResult(sheet, evidence);
  sheet.heading('Decisions');
  writeDecisions(sheet, evidence);
  sheet.heading('Categories');
  writeCategories(sheet, evidence);
  sheet.heading('Sources of funding');
  writeExposure(sheet, report.sources);
  writeDirectHits(sheet, report);
  writeFacts(sheet, report);
  sheet.heading('Compared with the previous report');
  if (before === undefined) sheet.write('There is no earlier report on this subject.');
  else writeComparison(sheet, before, compareReports(before.report, report, heaviestOf(check, before.check)));
  writeMessage(sheet, report);
  writeOther(sheet, report);
  sheet.heading('Activity log');
  writeAuditLog(sheet, evidence.auditLog);
  sheet.heading('How this was found');
  writeMethod(sheet, evidence);
  return await sheet.end(`Check ${check.id} · printed ${formatUtcTime(printedAt)}`);
}

function subjectFacts({ check, accountId, printedAt, printedBy }: Evidence): [string, string][] {
  return [
    [check.kind === 'address' ? 'Address' : 'Transaction', check.value],
    ['Network', `${networks[check.network].name} (${check.network})`],
    ['Account', accountId],
    ['Check', check.id],
    ['Provider’s check ID', check.uid ?? 'none (the report came immediately)'],
    ['Requested', `${formatMoment(check.created_at)} by ${keyLabel(check.asked_by, check.key_fingerprint)}`],
    ['Report received', check.ended_at === null ? 'not known' : formatMoment(check.ended_at)],
    ['SHA-256 of the response', check.report_sha256 ?? 'none'],
    ['Printed', `${formatUtcTime(printedAt)}${printedBy === null ? '' : ` by ${printedBy}`}`],
  ];
}

function writeResult(sheet: PdfSheet, { check, report, rules }: Evidence): void {
  sheet.heading('Result');
  const band = check.band ?? 'medium';
  const severe = Number(rules.value.thresholds.severe);
  // Only the length of a bar goes through a float: the number itself is text.
  const along = check.score === null ? 0 : Number(check.score) / Math.max(100, severe);
  sheet.scale({
    value: check.score ?? 'none',
    of: 'provider’s score',
    share: Math.min(1, Math.max(0, along)),
    level: [bandLabel[band], notFoundLabel(check) ?? []].flat().join(': '),
    colour: bandColours[band],
  });
  const missing = notFoundMessage(check);
  if (missing !== undefined) sheet.write(missing);
  writeSanctions(sheet, check);
  if (report.risk.level !== null) sheet.write(`The provider’s rating: ${report.risk.level}.`);
}

/** What was true when the report came, and what is true now where that has changed. */
function writeSanctions(sheet: PdfSheet, { sanctions, sanctions_then: then, kind }: AmlCheck): void {
  const now = sanctionsMessage(sanctions, kind);
  const before = then === null ? now : sanctionsMessage(then, kind);
  if (then === null || before === now) {
    sheet.write(`Sanctions: ${now}.`);
    return;
  }
  sheet.write(`Sanctions when the report was received: ${sanctionsMessage(then, kind, 'then')}.`);
  sheet.write(`Sanctions when this was printed: ${now}.`);
}

function heaviestOf(...checks: readonly AmlCheck[]): string[] {
  return checks.flatMap(({ categories }) => categories.map(({ name }) => name));
}

function writeDecisions(sheet: PdfSheet, { check, decisions }: Evidence): void {
  if (decisions.length === 0) {
    sheet.write('No decision yet');
    return;
  }
  sheet.table(
    [
      { title: 'When', width: 105 },
      { title: 'Decision', width: 70 },
      { title: 'Risk then', width: 75 },
      { title: 'By', width: 100 },
      { title: 'Note', width: sheet.width - 350 },
    ],
    decisions.map((record) => [
      formatMoment(record.decided_at),
      decisionLabel[record.decision],
      bandLabel[record.band],
      keyLabel(record.decided_by, record.key_fingerprint),
      [...originLabel(record, check), record.note].join('\n'),
    ]),
  );
}

/** The check on which a carried-over decision was made; nothing for one made on the check itself. */
function originLabel({ check_id: id, checked_at: at }: AmlDecisionRecord, check: AmlCheck): string[] {
  return id === check.id
    ? []
    : [`Carried over from check ${id} of ${formatMoment(at)}: the result is the same.`];
}

function writeCategories(sheet: PdfSheet, { check, report }: Evidence): void {
  if (check.categories.length === 0) {
    sheet.write('The report lists no categories.');
    return;
  }
  const rows = check.categories.map((category) => [
    category.is_direct_hit ? `${category.name} (direct hit)` : category.name,
    formatWeight(category),
    category.direct_share ?? 'not reported',
    category.share ?? 'no share',
  ]);
  sheet.table(
    [
      { title: 'Category', width: sheet.width - 310 },
      { title: 'Severity', width: 150 },
      { title: 'Direct, %', width: 80, isNumber: true },
      { title: 'Share, %', width: 80, isNumber: true },
    ],
    [...rows, ...remainderRows(report.categories, 4)],
  );
}

function formatWeight({ severity, counts, share }: AmlCheck['categories'][number]): string {
  const label = severity === null ? 'not in the rules' : bandLabel[severity];
  return counts || share === null || isZero(share) ? label : `${label}, below minimum`;
}

function writeExposure(sheet: PdfSheet, exposure: Exposure): void {
  if (exposure.shares.length === 0) {
    sheet.write('The report lists no sources.');
    return;
  }
  sheet.table(
    [
      { title: 'Source', width: sheet.width - 100 },
      { title: 'Share, %', width: 100, isNumber: true },
    ],
    [...exposure.shares.map(({ name, share }) => [name, share ?? 'no share']), ...remainderRows(exposure, 2)],
  );
}

/** What is left to 100, which the report does not explain. */
function remainderRows({ remainder }: Exposure, columns: 2 | 4): string[][] {
  if (remainder === null || remainder === '0') return [];
  const label = remainder.startsWith('-') ? 'Sum above 100 by' : 'Not named in the report';
  const share = remainder.replace('-', '');
  return [columns === 2 ? [label, share] : [label, '', '', share]];
}

function writeDirectHits(sheet: PdfSheet, { directHits }: AmlFindings): void {
  if (directHits.length === 0) return;
  sheet.heading('Direct hits');
  sheet.table(
    [
      { title: 'Who', width: 70 },
      { title: 'Entity and address', width: 200 },
      { title: 'Category', width: 95 },
      { title: 'According to', width: sheet.width - 365 },
    ],
    directHits.map(({ role, entity, address, category, source }) => [
      role,
      `${entity}\n${address}`,
      category,
      source,
    ]),
  );
}

function writeFacts(sheet: PdfSheet, report: AmlFindings): void {
  const { owner, transactions, balances, lastOperation } = report;
  const held = balances.map(({ currency, amount }) => `${amount} ${currency}`).join(', ');
  const counts = [
    ['total', transactions.total],
    ['incoming', transactions.inputs],
    ['outgoing', transactions.outputs],
  ].flatMap(([what, count]) => (count === null ? [] : [`${count} ${what}`]));
  sheet.heading('Other report details');
  sheet.facts([
    ['Owner', owner ?? 'not named'],
    ['Transactions', counts.join(', ') || 'not reported'],
    ['Balances', held || 'not reported'],
    ['Last operation', lastOperation ?? 'not reported'],
  ]);
}

function writeComparison(sheet: PdfSheet, { check }: CheckWithReport, change: ReportComparison): void {
  sheet.write(
    `Previous check ${check.id}, report received ${check.ended_at === null ? '' : formatMoment(check.ended_at)}: ${change.sentence}`,
  );
  const { came, went, moved } = change.categories;
  const { directHits } = change;
  const rows = [
    ...directHits.came.map(({ name }) => [`direct hit: ${name}`, 'not there', 'named']),
    ...directHits.went.map(({ name }) => [`direct hit: ${name}`, 'named', 'not there']),
    ...came.map(({ name, share }) => [name, 'not there', share ?? 'no share']),
    ...went.map(({ name, share }) => [name, share ?? 'no share', 'not there']),
    ...moved.map(({ name, before, after }) => [name, before ?? 'no share', after ?? 'no share']),
  ];
  if (rows.length === 0) return;
  sheet.table(
    [
      { title: 'Category', width: sheet.width - 200 },
      { title: 'Before, %', width: 100, isNumber: true },
      { title: 'Now, %', width: 100, isNumber: true },
    ],
    rows,
  );
}

function writeMessage(sheet: PdfSheet, { message }: AmlFindings): void {
  if (message.length === 0) return;
  sheet.heading('The provider’s message');
  const lines = message.map((line) => line.map((span) => span.text).join(''));
  sheet.lines(lines.filter((text) => text.trim() !== ''));
}

function writeOther(sheet: PdfSheet, { other }: AmlFindings): void {
  if (other.length === 0) return;
  sheet.heading('Other fields of the report');
  sheet.facts(
    other.map(({ path, value }) => [path, typeof value === 'string' ? value : stringifyJson(value)]),
  );
}

function writeAuditLog(sheet: PdfSheet, { requests, head, lacking }: Evidence['auditLog']): void {
  if (lacking.length > 0) {
    sheet.write(`Requests about this check are not listed. Listing them needs ${lacking.join(', ')}.`);
  } else if (requests.length === 0) sheet.write('The activity log has no entries for this check.');
  else {
    sheet.table(
      [
        { title: 'Entry', width: 45, isNumber: true },
        { title: 'When', width: 105 },
        { title: 'Request', width: 105 },
        { title: 'By', width: 90 },
        { title: 'Hash', width: sheet.width - 345 },
      ],
      requests.map((entry) => [
        String(entry.sequence),
        formatUtcTime(entry.recorded_at),
        entry.operation,
        actorLabel(entry),
        entry.hash,
      ]),
    );
  }
  sheet.write(
    `When this was printed, the account’s activity log had ${head.entries} entries. The hash of the last one is ${head.hash}. Each entry includes the hash of the entry before it, so a change to any of them shows.`,
  );
}

function writeMethod(sheet: PdfSheet, { rules }: Evidence): void {
  const { medium, high, severe } = rules.value.thresholds;
  sheet.write(
    `The report comes from the provider. It was requested once, and the response is stored byte for byte: the SHA-256 of the raw report, which you can download from the console, matches the hash above. The risk is the account’s rating when this was printed: medium from a score of ${medium}, high from ${high}, severe from ${severe}, and never lower than that of the worst category that counts. A category counts if it labels the subject itself or if its share of the funds reaches the minimum in the rules. The category that decides comes first. A category that isn’t in the account’s rules is rated at least medium. Each decision shows the risk at the time it was made.`,
  );
  sheet.write(formatRules(rules));
}

function formatRules({ changed }: Evidence['rules']): string {
  if (changed === undefined) return 'These are the default rules. They haven’t been changed.';
  const by = changed.by === null ? '' : ` by “${changed.by}”`;
  return `These rules are version ${changed.version}, saved ${formatUtcTime(changed.at)}${by}. The activity log records each change as changeAmlRules.`;
}

function actorLabel({ user_name: user, key_name: name, key_fingerprint: fingerprint }: AuditLogRow): string {
  if (user === null) return keyLabel(name, fingerprint);
  return `${user} · key ${name ?? fingerprint}`;
}

function keyLabel(name: string | null, fingerprint: string): string {
  return name === null ? `key ${fingerprint}` : `${name} (${fingerprint})`;
}

/** ISO 8601 → `2026-01-31 12:30:00 UTC`. */
function formatMoment(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`;
}
