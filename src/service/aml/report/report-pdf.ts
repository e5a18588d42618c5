import { formatCount } from '#domain/format.ts';
import { networks } from '#domain/networks.ts';
import { percentOf } from './percent.ts';
import { PdfSheet } from '#pdf/pdf-sheet.ts';
import type { ReportDocument } from './report-document.ts';
import { formatUtcTime } from '#domain/time.ts';

const levelColours: Readonly<Record<string, string>> = {
  'Severe risk': '#a3160c',
  'High risk': '#b93815',
  'Medium risk': '#93500a',
  'Low risk': '#0b6b3f',
};

const roles: Readonly<Record<string, string>> = {
  address: 'Address',
  sender: 'Sender',
  recipient: 'Recipient',
};

/** The report as a PDF. The same report has the same bytes, whenever and wherever it is made. */
export async function reportPdf(report: ReportDocument): Promise<Buffer> {
  const sheet = await PdfSheet.begin(`AML report on ${report.value}`, report.screenedAt);
  sheet.write('AML report', { size: 20, isBold: true, gap: 10 });
  sheet.facts(subjectFacts(report));
  sheet.heading('Risk score');
  const colour = levelColours[report.riskLevel] ?? '#000000';
  // Only the length of a bar goes through a float: the number itself is text.
  const share = Number(report.score) / 100;
  sheet.scale({ value: report.score, of: 'of 100', share, level: report.riskLevel, colour });
  writeDirectHits(sheet, report);
  writeFunding(sheet, report);
  writeTransfers(sheet, report);
  writeMethod(sheet, report);
  return await sheet.end(`Report ${report.uid} · method version ${report.methodVersion}`);
}

function subjectFacts(report: ReportDocument): [string, string][] {
  const { network, kind, value, owner, screenedAt } = report;
  return [
    [kind === 'address' ? 'Address' : 'Transaction', value],
    ['Network', `${networks[network].name} (${network})`],
    ['Owner', owner],
    ['Checked', formatUtcTime(screenedAt)],
  ];
}

function writeDirectHits(sheet: PdfSheet, { directHits, kind }: ReportDocument): void {
  sheet.heading('Direct hits');
  if (directHits.length === 0) {
    sheet.write(
      kind === 'address' ? 'The address has no label.' : 'No party to the transaction has a label.',
    );
    return;
  }
  sheet.table(
    [
      { title: 'Who', width: 70 },
      { title: 'Entity and address', width: 200 },
      { title: 'Category', width: 95 },
      { title: 'According to', width: sheet.width - 365 },
    ],
    directHits.map(({ role, address, entity, category, source }) => [
      roles[role] ?? role,
      `${entity}\n${address}`,
      category,
      source,
    ]),
  );
}

function writeFunding(sheet: PdfSheet, { sources, types }: ReportDocument): void {
  sheet.heading('Types of funding');
  sheet.table(
    [
      { title: 'Category', width: sheet.width - 180 },
      { title: 'Weight', width: 80, isNumber: true },
      { title: 'Share, %', width: 100, isNumber: true },
    ],
    types.map(({ type, weight, share }) => [type, String(weight), twoPlaces(share)]),
  );
  sheet.heading('Sources of funding');
  sheet.table(
    [
      { title: 'Source', width: sheet.width - 260 },
      { title: 'Category', width: 160 },
      { title: 'Share, %', width: 100, isNumber: true },
    ],
    sources.map(({ name, type, share }) => [name, name === type ? '' : type, twoPlaces(share)]),
  );
}

function writeTransfers(sheet: PdfSheet, report: ReportDocument): void {
  const { transactions, balances, lastOperation, kind } = report;
  const amounts = Object.entries(balances).map(([currency, amount]) => `${amount} ${currency}`);
  sheet.heading('Known transfers');
  sheet.facts([
    kind === 'address'
      ? ['Transfers', `${transactions.total}: ${transactions.inputs} received, ${transactions.outputs} sent`]
      : [
          'Movements',
          `${transactions.total}: ${transactions.inputs} senders, ${transactions.outputs} recipients`,
        ],
    [kind === 'address' ? 'Received less sent' : 'Amount', amounts.join(', ') || 'nothing known'],
    ['Last operation', lastOperation === null ? 'none known' : formatUtcTime(lastOperation)],
  ]);
}

function writeMethod(sheet: PdfSheet, report: ReportDocument): void {
  const { labels, hops, limitsReached, methodVersion } = report;
  sheet.heading('How this was found');
  sheet.write(
    `Method version ${methodVersion}. Funds were followed back through the transfers that this service knows, ${formatCount(hops, 'payment')} deep, in proportion to the amounts, up to addresses with a label. The score adds up each category's share times its weight; severe categories set a least score. Funds whose origin nobody has labelled are named as such: they are not clean, they are unknown.`,
  );
  const asOf = labels.newest === null ? '' : `, the newest of ${formatUtcTime(labels.newest)}`;
  sheet.write(`Known then: ${labels.count} labels of ${labels.sources} sources${asOf}.`);
  for (const limit of limitsReached) sheet.write(`Limit reached: ${limit}.`);
}

/** `12.50`: figures of a column that can be added up by eye. */
function twoPlaces(share: number): string {
  const [whole, fraction = ''] = percentOf(share).split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}
