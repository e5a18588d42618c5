import { Stack, Text, Textarea } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { IconScale } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { type LedgerCheck, type LedgerFault, resumePayments } from '#contract/gateway/ledger-check.ts';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { formatCount } from '#domain/format.ts';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { useChange } from '#dashboard/api/changes.ts';
import { ledgerCheckQuery } from '#dashboard/entities/ledger-check/ledger-check.queries.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import classes from './ledger-check.module.css';

export function loader(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(ledgerCheckQuery);
}

/** Whether the ledger agrees with its documents, what doesn't, and whether payments are stopped because of it. */
export function Component() {
  const { data, error, refetch } = useQuery(ledgerCheckQuery);
  const retry = () => void refetch();
  return (
    <Page>
      {data === undefined && error === null && <SkeletonLines label="Loading ledger check" />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
      {data === null && (
        <EmptyState icon={<IconScale size={20} />} title="No ledger to check">
          Your wallet service is a remote provider that keeps its own ledger.
        </EmptyState>
      )}
      {data && (
        <Stack gap="lg" maw={880}>
          {error !== null && <FailureAlert error={error} onRetry={retry} />}
          <State check={data} />
          {data.faults.length > 0 && <Faults check={data} />}
        </Stack>
      )}
    </Page>
  );
}

function State({ check }: { check: LedgerCheck }) {
  const { checked_at: checkedAt, history_checked_at: historyAt, fault_count: count } = check;
  const isRed = count > 0 || check.is_late;
  // Nothing unchecked is called fine.
  if (checkedAt === null && !isRed) return <p role="status">The first check is in progress.</p>;
  return (
    <>
      <Alert tone={check.are_payments_stopped ? 'negative' : isRed ? 'warning' : 'positive'} role="status">
        {count === 0 && checkedAt !== null && 'No faults found.'}
        {count > 0 && `${formatCount(count, 'fault')} found. `}
        {count > 0 &&
          (check.are_payments_stopped
            ? 'Payments are paused. You can still submit withdrawals; they are paid later.'
            : 'Payments were resumed.')}
        {check.is_late && ' The last check is more than three minutes old. Check the server log.'}
      </Alert>
      <Text c="dimmed" inherit>
        Open requests, holds, payments, balances and the last day:{' '}
        {checkedAt === null ? 'not checked yet' : <Time value={checkedAt} />}. All history:{' '}
        {historyAt === null ? 'first check in progress' : <Time value={historyAt} />}.
      </Text>
    </>
  );
}

function Faults({ check }: { check: LedgerCheck }) {
  const { faults, fault_count: count } = check;
  const stopping = faults.filter(({ resumed }) => resumed === null);
  return (
    <>
      {stopping.length > 0 && <ResumeForm faults={stopping} mayResume={check.may_resume} />}
      <Stack component="ul" gap="lg" className={classes['faults']}>
        {faults.map((fault) => (
          <li key={fault.id}>
            <FaultFacts fault={fault} />
          </li>
        ))}
      </Stack>
      {count > faults.length && <p>The newest {faults.length} are listed.</p>}
    </>
  );
}

function FaultFacts({ fault }: { fault: LedgerFault }) {
  const { resumed } = fault;
  return (
    <>
      <h2>{fault.rule}</h2>
      <DescriptionList isPlain>
        <Description name="Subject">{fault.subject}</Description>
        <Description name="Expected">{fault.expected}</Description>
        <Description name="Found">{fault.found}</Description>
        <Description name="First seen">
          <Time value={fault.first_seen_at} />
        </Description>
        <Description name="Payments">
          {resumed === null ? (
            fault.is_own ? (
              'Paused for this account'
            ) : (
              'Paused for every account'
            )
          ) : (
            <>
              Resumed by {resumed.by ?? 'an administrator'} <Time value={resumed.at} />: {resumed.note}
            </>
          )}
        </Description>
      </DescriptionList>
    </>
  );
}

type ResumeFormProps = { faults: readonly LedgerFault[]; mayResume: boolean };

/** Accepts exactly the faults that are listed. */
function ResumeForm({ faults, mayResume }: ResumeFormProps) {
  const [note, setNote] = useState('');
  const resume = useChange(resumePayments);
  if (!mayResume) {
    return <p>To resume payments while a fault is open, you need all permissions.</p>;
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { fault_ids: faults.map(({ id }) => id), note };
    resume.mutate(body, { onSuccess: () => notifySuccess('Payments resumed') });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Textarea
          label="Note (required)"
          withAsterisk={false}
          value={note}
          required
          maxLength={1_000}
          rows={3}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <p>
          Resuming accepts{' '}
          {faults.length === 1 ? 'this fault' : `these ${formatCount(faults.length, 'fault')}`} for this
          account. Any other fault pauses payments again.
        </p>
        {resume.error !== null && <FailureAlert error={resume.error} />}
        <div>
          <Button type="submit" loading={resume.isPending}>
            Resume payments
          </Button>
        </div>
      </Stack>
    </form>
  );
}
