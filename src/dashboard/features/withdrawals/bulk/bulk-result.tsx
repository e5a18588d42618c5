import { Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Button } from '#dashboard/ui/button.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import { Notice } from '#dashboard/ui/notice.tsx';
import type { Planned } from './plan.ts';
import { RequestTable } from './request-table.tsx';
import { requestsWord } from './requests-word.ts';
import { type Outcome, tallyOf, tallyWords } from './run-deletions.ts';

type Props = {
  plan: readonly Planned[];
  outcomes: ReadonlyMap<string, Outcome>;
  onRetry: (ids: string[]) => void;
  onClose: () => void;
};

/** What came of each request, those that were set aside among them. Only all of them deleted is a success. */
export function BulkResult({ plan, outcomes, onRetry, onClose }: Props) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  const others = plan.filter(({ setAside }) => setAside !== null).length;
  const left = plan.filter(({ id, setAside }) => setAside === null && outcomes.get(id)?.state !== 'deleted');
  const isWhole = left.length === 0;
  return (
    <Stack gap="lg">
      <Notice tone={isWhole ? 'positive' : 'warning'} role={isWhole ? 'status' : 'alert'}>
        {isWhole ? '' : 'Not all were deleted: '}
        {tallyWords(tallyOf(outcomes.values()))}
        {others > 0 && `, ${others} set aside`}.
      </Notice>
      <RequestTable title="What came of each" plan={plan} outcomes={outcomes} />
      <div className={dialog['footer']}>
        {!isWhole && (
          <Button variant="default" onClick={() => onRetry(left.map(({ id }) => id))}>
            Try {left.length} {requestsWord(left.length)} again
          </Button>
        )}
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
      </div>
    </Stack>
  );
}
