import { Group } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { type CsvColumn, csvHeader, csvRow, type CsvSeparator, textColumns } from '#domain/csv.ts';
import { type Instant, toDate } from '#domain/time.ts';
import { formatCount } from '#domain/format.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { copyText } from '#dashboard/ui/copy-text.ts';
import type { BalanceLine } from '#dashboard/entities/balances/balance-lines.ts';
import { PermittedButton } from '#dashboard/ui/permitted-link.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { notifyFailure } from '#dashboard/ui/notify.tsx';
import { saveExport } from '#dashboard/list/export/save-export.ts';
import classes from '#dashboard/entities/balances/balances.module.css';

type Moments = {
  /** In milliseconds since 1970. */
  readAt: number;
  /** The past moment that the balances are of; undefined for now. */
  at: Instant | undefined;
  /** When a remote provider stated those of a past moment; undefined for now, and for our own ledger. */
  notedAt?: Instant | undefined;
};

type Props = Moments & { lines: BalanceLine[] };

/** The shown lines for a spreadsheet. */
export function ExportButtons({ lines, readAt, at, notedAt }: Props) {
  const mayExport = usePermission('exports:create');
  const moments = { readAt, at, notedAt };
  const copy = () =>
    copyText(
      separatedValues(lines, moments, '\t'),
      `Copied ${formatCount(lines.length, 'row')} with all digits. A spreadsheet keeps 15 digits of a number: format its cells as text to keep them all.`,
    );
  const download = () => {
    const moment = at === undefined ? new Date(readAt) : toDate(at);
    const time = `${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
    const blob = new Blob([separatedValues(lines, moments, ',')], { type: 'text/csv' });
    const name = at === undefined ? `balances-${time}.csv` : `balances-as-of-${time}.csv`;
    const filters = at === undefined ? {} : { at };
    saveExport({ name, blob, list: 'balances', filters, rows: lines.length }).catch((error: Error) =>
      notifyFailure('The balances couldn’t be exported', error),
    );
  };
  return (
    <Group gap="8px 12px" className={classes['side']}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconCopy size={14} aria-hidden />}
        className={classes['iconic'] ?? ''}
        onClick={() => void copy()}
      >
        <span className="unseen-on-phone">Copy table</span>
      </Button>
      <PermittedButton
        permission={mayExport}
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={14} aria-hidden />}
        className={classes['iconic'] ?? ''}
        onClick={download}
      >
        <span className="unseen-on-phone">Download CSV</span>
      </PermittedButton>
    </Group>
  );
}

const columns: readonly CsvColumn[] = [
  ...textColumns(['wallet_type', 'network', 'currency']),
  { name: 'available', kind: 'amount' },
  { name: 'transit', kind: 'amount' },
  { name: 'blockchain', kind: 'amount' },
  { name: 'on_hold_withdrawals', kind: 'amount' },
  { name: 'on_hold_aml_checks', kind: 'amount' },
  { name: 'aml_fees_paid', kind: 'amount' },
];

/**
 * When the balances were, by column. What was booked before `as_of` is included, and nothing else; or, where there is
 * `noted_at`, a remote provider stated them then as its balances of the hour `as_of`.
 */
function momentCells({ readAt, at, notedAt }: Moments): [name: string, cell: string][] {
  return [
    ...(at === undefined ? [] : [['as_of', at] satisfies [string, string]]),
    ...(notedAt === undefined ? [] : [['noted_at', notedAt] satisfies [string, string]]),
    ['read_at', new Date(readAt).toISOString()],
  ];
}

/**
 * The lines as text for a spreadsheet: published names, ungrouped amounts with all digits, an empty cell where
 * nothing is published or, for what is on hold and the fees, where the ledger is not provided. Comma-separated as RFC 4180 has it, or tab-separated as a clipboard takes it.
 */
export function separatedValues(
  lines: readonly BalanceLine[],
  moments: Moments,
  separator: CsvSeparator,
): string {
  const dated = momentCells(moments);
  const all = [...textColumns(dated.map(([name]) => name)), ...columns];
  const rows = lines.map(({ type, network, currency, available, transit = '', blockchain = '', ledger }) => {
    const held = [ledger?.on_hold.withdrawals ?? '', ledger?.on_hold.aml_checks ?? ''];
    const fees = ledger?.aml_fees_paid ?? '';
    return csvRow(
      all,
      [
        ...dated.map(([, cell]) => cell),
        type,
        network,
        currency,
        available,
        transit,
        blockchain,
        ...held,
        fees,
      ],
      separator,
    );
  });
  return [csvHeader(all, separator), ...rows].join('');
}
