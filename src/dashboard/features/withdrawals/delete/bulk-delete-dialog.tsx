import { formatCount } from '#domain/format.ts';
import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { getWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import type { BulkActionProps } from '#dashboard/list/selection-bar.tsx';
import { keyOf } from '#dashboard/api/queries.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { BatchDialog, BatchFooter } from '#dashboard/list/batch/batch-dialog.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { fetchWithdrawal } from '../withdrawal.queries.ts';
import {
  type Planned,
  planOf,
  type Reading,
  type Released,
  releasedBy,
  useDeletions,
} from './bulk-deletion.ts';
import { RequestTable } from './request-table.tsx';

/** Deletes the selected withdrawals: what would be released, the progress, and the outcome of each. */
export function BulkDeleteDialog({ ids, refresh, onClose }: BulkActionProps) {
  const { data: plan } = useQuery(currentPlan(ids));
  const batch = useDeletions(refresh);
  const wanted = plan?.filter(({ skipReason }) => skipReason === null) ?? [];
  return (
    <BatchDialog
      title="Delete withdrawals"
      noun="withdrawal"
      verb="deleted"
      question="Stop deleting? Withdrawals already deleted stay deleted."
      isRepeatable
      batch={batch}
      items={wanted.map(({ id }) => id)}
      idOf={(id) => id}
      skipped={(plan?.length ?? 0) - wanted.length}
      progress={<RequestTable title="Withdrawals" plan={wanted} outcomes={batch.outcomes} />}
      results={plan && <RequestTable title="Results" plan={plan} outcomes={batch.outcomes} />}
      onClose={onClose}
    >
      {plan === undefined ? (
        <>
          <ProgressBar label="Loading selected withdrawals" value={undefined} max={undefined} />
          <Text c="dimmed" size="sm">
            Loading the current state of the selected withdrawals…
          </Text>
        </>
      ) : (
        <BulkPreview plan={plan} onDelete={batch.run} onClose={onClose} />
      )}
    </BatchDialog>
  );
}

/** How many are deleted at once, so that a large selection does not flood a provider. */
const taking = pLimit(3);

/** The current requests: fetched when the dialog opens, and not again while it is open. */
const currentPlan = (ids: readonly string[]) =>
  queryOptions({
    queryKey: keyOf(getWithdrawalRequest, { plan: ids }),
    queryFn: async ({ client, signal }) => {
      const readings = ids.map((id) =>
        taking(async (): Promise<Reading> => {
          try {
            return { id, found: await fetchWithdrawal(id, { client, signal }) };
          } catch (error) {
            signal.throwIfAborted();
            return { id, found: error instanceof Error ? error : new Error(String(error)) };
          }
        }),
      );
      return planOf(await Promise.all(readings));
    },
    staleTime: 'static',
    gcTime: 0,
  });

type Props = { plan: readonly Planned[]; onDelete: (ids: string[]) => void; onClose: () => void };

/** What would be deleted and released, and what is skipped, with the reason. */
function BulkPreview({ plan, onDelete, onClose }: Props) {
  const wanted = plan.filter(({ skipReason }) => skipReason === null);
  const others = plan.filter(({ skipReason }) => skipReason !== null);
  return (
    <>
      <p>
        {wanted.length === 0
          ? 'None of the selected withdrawals can be deleted.'
          : `${wanted.length} of ${formatCount(plan.length, 'selected withdrawal')} will be deleted. None of them has been sent.`}
      </p>
      {wanted.length > 0 && (
        <>
          <ReleasedTable lines={releasedBy(wanted.map(({ value }) => value))} />
          <RequestTable title="Will be deleted" plan={wanted} />
        </>
      )}
      {others.length > 0 && <RequestTable title={`Skipped: ${others.length}`} plan={others} />}
      <BatchFooter onClose={onClose} hasAction={wanted.length > 0}>
        <Button color="danger" onClick={() => onDelete(wanted.map(({ id }) => id))}>
          Delete {formatCount(wanted.length, 'withdrawal')}
        </Button>
      </BatchFooter>
    </>
  );
}

function ReleasedTable({ lines }: { lines: readonly Released[] }) {
  return (
    <FramedTable title="Released funds" isStacked>
      <thead>
        <tr>
          <th scope="col">Currency</th>
          <th scope="col" data-align="end">
            Withdrawals
          </th>
          <th scope="col" data-align="end">
            Amounts
          </th>
          <th scope="col" data-align="end">
            Released
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ currency, requests, amount, released, unknown }) => (
          <tr key={currency}>
            <th scope="row">{currency}</th>
            <td data-align="end" data-label="Withdrawals">
              {requests}
            </td>
            <td data-align="end" data-label="Amounts">
              <Amount value={amount} />
            </td>
            <td data-align="end" data-label="Released">
              <strong>
                <Amount value={released} />
              </strong>
              {unknown > 0 && (
                <Text c="dimmed" size="sm">
                  plus {unknown} unknown
                </Text>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </FramedTable>
  );
}
