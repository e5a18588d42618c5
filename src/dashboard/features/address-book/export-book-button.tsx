import { useMutation } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { listBookEntries } from '#contract/gateway/address-book.ts';
import { readListQuery } from '#contract/list-address.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { notifyFailure } from '#dashboard/ui/notify.ts';
import { filtersOf, saveExport } from '#dashboard/list/export/save-export.ts';
import { bookAsCsv } from './export-book.ts';
import { readBook } from '#dashboard/entities/address-book/read-book.ts';

/** Saves all pages of the list as CSV, in its order and with its filters. */
export function ExportBookButton() {
  const [search] = useSearchParams();
  const save = useMutation({
    mutationFn: async () => {
      const query = readListQuery(listBookEntries.query, search);
      const entries = await readBook(query, new AbortController().signal);
      await saveExport({
        name: 'address-book.csv',
        blob: new Blob([bookAsCsv(entries)], { type: 'text/csv' }),
        list: 'address-book',
        filters: filtersOf(query),
        rows: entries.length,
      });
    },
    onError: (error) => notifyFailure('The address book was not exported', error),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Export
    </Button>
  );
}
