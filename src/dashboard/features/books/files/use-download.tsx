import * as z from 'zod/mini';
import { statementPart } from '#contract/gateway/statement-part.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Instant } from '#domain/time.ts';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { randomHex } from '#dashboard/lib/random-id.ts';
import type { StatementFilters } from '../statement/statement-filters.ts';
import type { WantedFile } from './download-button.tsx';
import { useRequestFile } from './statement-files.queries.ts';

const FileProgress = lazy(async () => ({ default: (await import('./file-progress.tsx')).FileProgress }));

type Options = { moments: { from: Instant; to: Instant }; filters: StatementFilters; iana: string };

/** Requests a file of the period, and of the part of the account that the filters leave, and gives what is to be shown of it. */
export function useDownload({ moments, filters, iana }: Options): {
  request: (wanted: WantedFile) => void;
  status: ReactNode;
} {
  const requesting = useRequestFile();
  const [wanted, setWanted] = useState<WantedFile>();
  const request = (next: WantedFile) => {
    setWanted(next);
    requesting.mutate({
      idempotency_key: randomHex(16),
      ...moments,
      time_zone: iana,
      format: next.format,
      with_entries: next.withEntries,
      part: z.parse(statementPart, filters),
    });
  };
  const again = () => {
    if (wanted !== undefined) request(wanted);
  };
  if (requesting.error !== null) {
    return { request, status: <FailureAlert error={requesting.error} onRetry={again} /> };
  }
  const id = requesting.data?.file.id;
  const status = id !== undefined && (
    <Suspense fallback={null}>
      <FileProgress key={id} id={id} onRetry={again} />
    </Suspense>
  );
  return { request, status };
}
