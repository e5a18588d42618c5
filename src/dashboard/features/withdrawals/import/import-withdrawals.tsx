import { Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { Page } from '#dashboard/ui/page.tsx';
import { PaymentsPaused } from '#dashboard/entities/ledger-check/payments-paused.tsx';
import { LeaveQuestion } from '#dashboard/ui/leave-question.tsx';
import { useLeaveGuard } from '#dashboard/ui/use-leave-guard.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { formatInteger } from '#domain/format.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { refreshAfter } from '#dashboard/api/changes.ts';
import { sendWithdrawal } from '../create/withdrawal-fields.ts';
import { findRequest } from '../create/find-request.ts';
import { findOutcome, findStanding } from '../outcomes/outcome.queries.ts';
import { ChooseList } from './choose-list.tsx';
import { dropInterruptedImport, findInterruptedImport, keepList } from './interrupted-import.ts';
import { ListResult } from './list-result.tsx';
import { ListReview } from './list-review.tsx';
import type { ScreenedRow } from './screen-list.ts';
import { type CheckedList, type CheckProgress, useListCheck } from './use-list-check.ts';
import classes from './import-list.module.css';
import { type Outcome, outcomeOf, runList, tallyOf, formatTally } from './run-list.ts';
import { patiently } from '#dashboard/api/patiently.ts';
import type { ReadyRow } from './plan-list.ts';

/** The page that asks for the withdrawals of a CSV file. */
export function Component() {
  return (
    <Page>
      <PaymentsPaused />
      <ImportList />
    </Page>
  );
}

/** The prefix of external ids that a file leaves out, unless the user changes it. */
const usualBeginning = 'csv';

/** An import of withdrawals, from the file to the outcome of each row. */
function ImportList() {
  const { account_id: account } = useSession();
  const [kept, setKept] = useState(() => findInterruptedImport(account));
  const [isKept, setIsKept] = useState(true);
  const { check, checkAgain, found, error, isChecking, progress, forget: forgetCheck } = useListCheck();
  const { outcomes, checkOpen, isRunning, isStopping, run, stop, forget: forgetRun } = useListRun();
  const guard = useLeaveGuard(isRunning);

  const [pasted, setPasted] = useState('');

  const goBack = (rowsToEdit: string) => {
    setPasted(rowsToEdit);
    forgetCheck();
    forgetRun();
    setKept(findInterruptedImport(account));
  };
  const send = ({ fileName, text, idBeginning, isPasted }: CheckedList, rows: readonly ScreenedRow[]) => {
    setIsKept(keepList(account, { fileName, text, idBeginning, isPasted }));
    run(rows, (isWhole) => {
      if (isWhole) dropInterruptedImport(account);
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
          pasted={pasted}
          onPasted={setPasted}
          onRows={(given) => check({ ...given, idBeginning: usualBeginning })}
          onResume={check}
          onForget={() => {
            dropInterruptedImport(account);
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
          onBack={goBack}
        />
      );
    }
    return (
      <ListReview
        checked={found}
        onSend={(rows) => send(found, rows)}
        onIdBeginning={(idBeginning) => check({ ...found, idBeginning })}
        onBack={() => goBack(found.isPasted ? found.text : pasted)}
      />
    );
  };
  return (
    <Stack gap="lg" maw={1080} pb="xl">
      {content()}
      {guard.state === 'blocked' && (
        <LeaveQuestion
          question="Stop the import? Withdrawals already submitted stay submitted."
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
  const what = step === 'reading' ? 'Reading rows' : 'Checking rows';
  return (
    <>
      <ProgressBar label={what} value={done} max={of} />
      <Text size="sm">
        {what}
        {done !== undefined && of !== undefined && `: ${formatInteger(done)} of ${formatInteger(of)}`}.
        Nothing is sent.
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
          {formatInteger(outcomes.size)} of {formatInteger(of)}
        </strong>{' '}
        sent: {formatTally(tallyOf(outcomes.values()))}
      </Text>
      <Text size="sm">
        {isKept
          ? 'If the import is interrupted, you can resume it on this page. Nothing is submitted twice.'
          : 'Your browser can’t store the import. If it’s interrupted, import the same rows again. Nothing is submitted twice.'}
      </Text>
      <Group gap="sm" align="stretch" className={classes['buttons']} data-end>
        <Button ref={stop} variant="default" loading={isStopping} onClick={onStop}>
          Stop
        </Button>
      </Group>
    </>
  );
}

/** Sends the rows of a list one after the other and keeps the outcome of each line. It ends with its page. */
function useListRun() {
  const queryClient = useQueryClient();
  const isRemote = useSession().mode === 'remote';
  // Through the client, which knows when a session has ended.
  const { mutateAsync } = useMutation({
    mutationKey: [createWithdrawalRequest.id],
    mutationFn: sendWithdrawal,
  });
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(none);
  const [isRunning, setIsRunning] = useState(false);
  const [isStopping, setIsStopping] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (rows: readonly ReadyRow[], onEnd: (isWhole: boolean) => void) => {
    if (running.current !== undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setIsRunning(true);
    const all = new Map(rows.map(({ line }): [number, Outcome] => [line, { state: 'untried' }]));
    await runList(rows, {
      send: async (body) => patiently(async () => mutateAsync(body), signal),
      find: async (externalId) => patiently(async () => findRequest(externalId), signal),
      ...(isRemote && {
        findOutcome: async (externalId) => patiently(async () => findOutcome(externalId), signal),
      }),
      now: serverNow,
      onOutcome: (line, outcome) => {
        all.set(line, outcome);
        setOutcomes((before) => new Map([...before, [line, outcome]]));
      },
      signal,
    });
    running.current = undefined;
    setIsRunning(false);
    setIsStopping(false);
    void refreshAfter(queryClient, createWithdrawalRequest);
    onEnd([...all.values()].every(({ state }) => state === 'made'));
  };
  /** Looks up rows again whose outcome was unknown. Sends nothing. Throws ApiError. */
  const checkOpen = async (rows: readonly ReadyRow[]) => {
    const { signal } = new AbortController();
    for (const { line, body } of rows) {
      const standing = await patiently(async () => findStanding(body, isRemote), signal);
      const outcome = outcomeOf(standing, 'We didn’t get a confirmation.');
      setOutcomes((before) => new Map([...before, [line, outcome]]));
    }
  };
  return {
    outcomes,
    checkOpen,
    isRunning,
    /** It is stopping and completes the current request. */
    isStopping,
    run: (rows: readonly ReadyRow[], onEnd: (isWhole: boolean) => void) => void run(rows, onEnd),
    stop: () => {
      setIsStopping(true);
      running.current?.abort();
    },
    forget: () => setOutcomes(none),
  };
}

const none: ReadonlyMap<number, Outcome> = new Map();
