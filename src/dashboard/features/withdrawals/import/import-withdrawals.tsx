import { Page } from '#dashboard/ui/page.tsx';
import { PaymentsPaused } from '#dashboard/entities/ledger-check/payments-paused.tsx';
import { Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { LeaveQuestion } from '#dashboard/ui/leave-question.tsx';
import { useLeaveGuard } from '#dashboard/ui/use-leave-guard.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { ChooseList } from './choose-list.tsx';
import { dropKeptList, findKeptList, keepList } from './kept-list.ts';
import { ListResult } from './list-result.tsx';
import { ListReview } from './list-review.tsx';
import type { ScreenedRow } from './screen-list.ts';
import { type CheckedList, type CheckProgress, useListCheck } from './use-list-check.ts';
import { useListRun } from './use-list-run.ts';
import { groupDigits } from '#dashboard/lib/digits.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import classes from './import-list.module.css';
import { type Outcome, tallyOf, tallyWords } from './run-list.ts';

/** The page that asks for the withdrawals of a CSV file. */
export function Component() {
  return (
    <Page>
      <PaymentsPaused />
      <ImportList />
    </Page>
  );
}

/** What external ids begin with that a file leaves out, unless somebody says otherwise. */
const usualBeginning = 'csv';

/** A list of withdrawals, from the file to what came of each row. */
function ImportList() {
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

/** How far the check of a list is. */
function CheckingList({ progress, onStop }: { progress: CheckProgress | undefined; onStop: () => void }) {
  const { step = 'reading', done, of } = progress ?? {};
  const what = step === 'reading' ? 'Reading the rows' : 'Holding the rows against what the account knows';
  return (
    <>
      <ProgressBar label={what} value={done} max={of} />
      <Text size="sm">
        {what}
        {done !== undefined && of !== undefined && `: ${groupDigits(done)} of ${groupDigits(of)}`}. Nothing is
        sent.
      </Text>
      <Group gap="sm" align="stretch" className={classes['buttons']} data-end>
        <Button variant="default" onClick={onStop}>
          Cancel
        </Button>
      </Group>
    </>
  );
}

type SendingProps = {
  outcomes: ReadonlyMap<number, Outcome>;
  of: number;
  isKept: boolean;
  isStopping: boolean;
  onStop: () => void;
};

/** How far the sending of a list is. */
function SendingList({ outcomes, of, isKept, isStopping, onStop }: SendingProps) {
  const stop = useRef<HTMLButtonElement>(null);
  useEffect(() => stop.current?.focus(), []);
  return (
    <>
      <ProgressBar label="Rows sent" value={outcomes.size} max={of} />
      <Text size="sm">
        <strong>
          {groupDigits(outcomes.size)} of {groupDigits(of)}
        </strong>{' '}
        sent: {tallyWords(tallyOf(outcomes.values()))}
      </Text>
      <Text size="sm">
        {isKept
          ? 'If this is interrupted, this page offers to go on with it. Nothing is requested twice.'
          : 'This browser cannot keep the list: if this is interrupted, give the same file again. Nothing is requested twice.'}
      </Text>
      <Group gap="sm" align="stretch" className={classes['buttons']} data-end>
        <Button ref={stop} variant="default" loading={isStopping} onClick={onStop}>
          Stop
        </Button>
      </Group>
    </>
  );
}
