import { Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { type Planned, type Released, releasedBy } from './plan.ts';
import { RequestTable } from './request-table.tsx';
import { requestsWord } from './requests-word.ts';

type Props = { plan: readonly Planned[]; onDelete: (ids: string[]) => void; onClose: () => void };

/** What would be deleted and released, and what is set aside with the reason. */
export function BulkPreview({ plan, onDelete, onClose }: Props) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  const wanted = plan.filter(({ setAside }) => setAside === null);
  const others = plan.filter(({ setAside }) => setAside !== null);
  return (
    <Stack gap="lg">
      <p>
        {wanted.length === 0
          ? 'None of the marked requests can be deleted.'
          : `${wanted.length} of ${plan.length} marked ${requestsWord(plan.length)} will be deleted. Nothing of them has been sent yet.`}
      </p>
      {wanted.length > 0 && (
        <>
          <ReleasedTable lines={releasedBy(wanted.map(({ value }) => value))} />
          <RequestTable title="Will be deleted" plan={wanted} />
        </>
      )}
      {others.length > 0 && <RequestTable title={`Set aside: ${others.length}`} plan={others} />}
      <div className={dialog['footer']}>
        <Button ref={cancel} variant="default" onClick={onClose}>
          {wanted.length === 0 ? 'Close' : 'Cancel'}
        </Button>
        {wanted.length > 0 && (
          <Button color="danger" onClick={() => onDelete(wanted.map(({ id }) => id))}>
            Delete {wanted.length} {requestsWord(wanted.length)}
          </Button>
        )}
      </div>
    </Stack>
  );
}

function ReleasedTable({ lines }: { lines: readonly Released[] }) {
  return (
    <FramedTable title="What is released">
      <thead>
        <tr>
          <th scope="col">Currency</th>
          <th scope="col" data-align="end">
            Requests
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
            <td data-align="end">{requests}</td>
            <td data-align="end">
              <Amount value={amount} />
            </td>
            <td data-align="end">
              <strong>
                <Amount value={released} />
              </strong>
              {unknown > 0 && (
                <Text c="dimmed" size="sm">
                  and what {unknown} hold, which is not told
                </Text>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </FramedTable>
  );
}
