import { Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import classes from './bulk-delete.module.css';
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
    <div className={classes['table']}>
      <table>
        <caption>What is released</caption>
        <thead>
          <tr>
            <th scope="col">Currency</th>
            <th scope="col">Requests</th>
            <th scope="col">Amounts</th>
            <th scope="col">Released</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ currency, requests, amount, released, unknown }) => (
            <tr key={currency}>
              <th scope="row">{currency}</th>
              <td>{requests}</td>
              <td>
                <Amount value={amount} />
              </td>
              <td>
                <strong>
                  <Amount value={released} />
                </strong>
                {unknown > 0 && (
                  <span className={classes['note']}>and what {unknown} hold, which is not told</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
