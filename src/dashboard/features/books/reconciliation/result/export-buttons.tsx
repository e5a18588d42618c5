import { Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import type { Reconciliation } from '#contract/gateway/reconciliations.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { usePermission, useSession } from '#dashboard/session/session.queries.ts';
import { notifyFailure } from '#dashboard/ui/notify.tsx';
import { PermittedButton } from '#dashboard/ui/permitted-link.tsx';

const formats = [
  { format: 'csv', label: 'Download CSV' },
  { format: 'xlsx', label: 'Download Excel' },
] as const;

/** Saves all lines of a result, of all kinds. */
export function ExportButtons({ reconciliation }: { reconciliation: Reconciliation }) {
  const mayExport = usePermission('exports:create');
  const session = useSession();
  const { iana: zone } = useTimeZone();
  const saving = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') => {
      const { saveReconciliation } = await import('./reconciliation-file.ts');
      await saveReconciliation({
        reconciliation,
        format,
        zone,
        session,
        exportedAt: new Date(serverNow()),
      });
    },
    onError: (error) => notifyFailure('The result couldn’t be exported', error),
  });
  return (
    <Group gap="xs">
      {formats.map(({ format, label }) => (
        <PermittedButton
          key={format}
          permission={mayExport}
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={saving.isPending && saving.variables === format}
          onClick={() => {
            if (!saving.isPending) saving.mutate(format);
          }}
        >
          {label}
        </PermittedButton>
      ))}
    </Group>
  );
}
