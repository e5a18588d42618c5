import { formatCount } from '#domain/format.ts';
import { networks } from '#domain/networks.ts';
import { percentOf } from './percent.ts';
import { formatUtcTime } from '#domain/time.ts';
import type { ReportDocument } from './report-document.ts';

const hitText = {
  address: 'The address itself',
  sender: 'A sender of the transaction',
  recipient: 'A recipient of the transaction',
} as const satisfies Record<ReportDocument['directHits'][number]['role'], string>;

/** The report as text with simple HTML: b and br, nothing else. Whatever came from data is escaped. */
export function reportMessage(report: ReportDocument): string {
  const { network, kind, value, owner, transactions, score, riskLevel } = report;
  const blocks = [
    [
      '<b>AML report</b>',
      field('Network', networks[network].name),
      field(kind === 'address' ? 'Address' : 'Transaction', value),
      field('Owner', owner),
      field('Checked', formatUtcTime(report.screenedAt)),
    ],
    [field('Risk score', `${score} of 100 (${riskLevel.toLowerCase()})`)],
    list(
      'Direct hits',
      report.directHits.map(
        ({ role, entity, category, source }) =>
          `${hitText[role]}: ${entity} (${category}), according to ${source}`,
      ),
    ),
    list(
      'Sources of funding',
      report.sources.map(({ name, type, share }) =>
        name === type ? `${name}: ${percentOf(share)}%` : `${name} (${type}): ${percentOf(share)}%`,
      ),
    ),
    list(
      'Types of funding',
      report.types.map(({ type, share }) => `${type}: ${percentOf(share)}%`),
    ),
    [
      field(
        'Known transfers',
        `${transactions.total} (inputs ${transactions.inputs}, outputs ${transactions.outputs})`,
      ),
      field(
        'Last operation',
        report.lastOperation === null ? 'none known' : formatUtcTime(report.lastOperation),
      ),
      ...report.limitsReached.map((limit) => field('Limit reached', limit)),
      field('Method', `version ${report.methodVersion}, ${formatCount(report.hops, 'hop')}`),
    ],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('<br>\n'))
    .join('<br>\n<br>\n');
}

function list(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`<b>${title}</b>`, ...items.map((item) => `• ${escapeHtml(item)}`)];
}

function field(name: string, value: string): string {
  return `<b>${name}:</b> ${escapeHtml(value)}`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
