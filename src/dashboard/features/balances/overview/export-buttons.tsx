import { Group } from '@mantine/core';
import { countOf } from '#dashboard/lib/digits.ts';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { Button } from '#dashboard/ui/button.tsx';
import { copyText } from '#dashboard/ui/copy-text.ts';
import type { BalanceLine } from '#dashboard/entities/balances/balance-lines.ts';
import { notifyFailure } from '#dashboard/ui/notify.ts';
import { saveExport } from '#dashboard/list/export/save-export.ts';
import toolbar from '../toolbar.module.css';
import { separatedValues } from './separated-values.ts';

type Props = { lines: BalanceLine[]; readAt: number };

/** The shown lines for a spreadsheet. */
export function ExportButtons({ lines, readAt }: Props) {
  const copy = () =>
    copyText(
      separatedValues(lines, readAt, '\t'),
      `Copied ${countOf(lines.length, 'row')} with all digits. A spreadsheet keeps 15 digits of a number: format its cells as text to keep them all.`,
    );
  const download = () => {
    const readTime = new Date(readAt).toISOString().slice(0, 19).replaceAll(':', '-');
    const blob = new Blob([separatedValues(lines, readAt, ',')], { type: 'text/csv' });
    const name = `balances-${readTime}Z.csv`;
    saveExport({ name, blob, list: 'balances', filters: {}, rows: lines.length }).catch((error: Error) =>
      notifyFailure('The balances were not exported', error),
    );
  };
  return (
    <Group gap="8px 12px" className={toolbar['side']}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconCopy size={14} aria-hidden />}
        className={toolbar['iconic'] ?? ''}
        onClick={() => void copy()}
      >
        <span className="unseen-on-phone">Copy table</span>
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={14} aria-hidden />}
        className={toolbar['iconic'] ?? ''}
        onClick={download}
      >
        <span className="unseen-on-phone">Download CSV</span>
      </Button>
    </Group>
  );
}
