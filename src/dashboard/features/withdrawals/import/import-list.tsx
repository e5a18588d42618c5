import { Stack } from '@mantine/core';
import { useState } from 'react';
import { LeaveQuestion } from '#dashboard/ui/leave-question.tsx';
import { useLeaveGuard } from '#dashboard/ui/use-leave-guard.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { ChooseList } from './choose-list.tsx';
import { dropKeptList, findKeptList, keepList } from './kept-list.ts';
import { CheckingList, SendingList } from './list-progress.tsx';
import { ListResult } from './list-result.tsx';
import { ListReview } from './list-review.tsx';
import type { ScreenedRow } from './screen-list.ts';
import { type CheckedList, useListCheck } from './use-list-check.ts';
import { useListRun } from './use-list-run.ts';

/** What external ids begin with that a file leaves out, unless somebody says otherwise. */
const usualBeginning = 'csv';

/** A list of withdrawals, from the file to what came of each row. */
export function ImportList() {
  const { account_id: account } = useSession();
  const [kept, setKept] = useState(() => findKeptList(account));
  const [isKept, setIsKept] = useState(true);
  const { check, checkAgain, found, error, isChecking, progress, forget: forgetCheck } = useListCheck();
  const { outcomes, checkOpen, isRunning, isStopping, run, stop, forget: forgetRun } = useListRun();
  const guard = useLeaveGuard(isRunning);

  const chooseAnother = () => {
    forgetCheck();
    forgetRun();
    setKept(findKeptList(account));
  };
  const send = ({ fileName, text, idBeginning }: CheckedList, rows: readonly ScreenedRow[]) => {
    setIsKept(keepList(account, { fileName, text, idBeginning }));
    run(rows, (isWhole) => {
      if (isWhole) dropKeptList(account);
    });
  };

  const content = () => {
    if (isChecking) return <CheckingList progress={progress} onStop={forgetCheck} />;
    if (found === undefined || typeof found === 'string') {
      return (
        <ChooseList
          kept={kept}
          refusal={found}
          error={error}
          onRetry={checkAgain}
          onText={(fileName, text) => check({ fileName, text, idBeginning: usualBeginning })}
          onResume={({ fileName, text, idBeginning }) => check({ fileName, text, idBeginning })}
          onForget={() => {
            dropKeptList(account);
            setKept(undefined);
          }}
        />
      );
    }
    if (isRunning) {
      return (
        <SendingList
          outcomes={outcomes}
          of={found.list.ready.length}
          isKept={isKept}
          isStopping={isStopping}
          onStop={stop}
        />
      );
    }
    if (outcomes.size > 0) {
      return (
        <ListResult
          checked={found}
          outcomes={outcomes}
          onRetry={(rows) => send(found, rows)}
          onCheck={checkOpen}
          onOtherFile={chooseAnother}
        />
      );
    }
    return (
      <ListReview
        checked={found}
        onSend={(rows) => send(found, rows)}
        onIdBeginning={(idBeginning) => check({ ...found, idBeginning })}
        onOtherFile={chooseAnother}
      />
    );
  };
  return (
    <Stack gap="lg" maw={1080} pb="xl">
      {content()}
      {guard.state === 'blocked' && (
        <LeaveQuestion
          question="Stop sending the list? What is requested stays requested."
          leave="Stop and leave"
          stay="Keep going"
          onLeave={() => guard.proceed()}
          onStay={() => guard.reset()}
        />
      )}
    </Stack>
  );
}
