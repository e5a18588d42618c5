import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react';
import { Link } from 'react-router';
import {
  createReconciliation,
  type Reconciliation,
  type ReconciliationSummary,
} from '#contract/gateway/reconciliations.ts';
import { formatInteger, formatList } from '#domain/format.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { zoneName } from '#dashboard/lib/zoned-time.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { formatDays } from '../period-days.ts';
import { agreement, describeFault, disagreements, isAllResolved } from '../reconciliation-labels.ts';
import { reconciliationPath, repeatPath } from '../reconciliation-paths.ts';
import { reconciliationQueries } from '../reconciliation.queries.ts';
import { ResultLines } from './result-lines.tsx';
import classes from './result.module.css';

/** What a reconciliation found: whether everything agrees, and each line with what became of it. */
export function ReconciliationResult({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(reconciliationQueries.one(id));
  const retry = () => void refetch();
  if (data === undefined) {
    return (
      <Page>
        {error === null ? (
          <SkeletonLines label="Loading reconciliation" />
        ) : (
          <ErrorState error={error} onRetry={retry} />
        )}
      </Page>
    );
  }
  return (
    <Page title={data.name} actions={<Actions reconciliation={data} />} hasManyActions>
      {error !== null && <FailureAlert error={error} onRetry={retry} />}
      <Link to={reconciliationPath} className={classes['back']}>
        <IconArrowLeft size={14} aria-hidden /> All reconciliations
      </Link>
      <Found reconciliation={data} />
    </Page>
  );
}

function Actions({ reconciliation }: { reconciliation: Reconciliation }) {
  const mayCreate = usePermission(createReconciliation);
  return (
    <PermittedLink
      to={repeatPath(reconciliation.reconciliation_id)}
      permission={mayCreate}
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
    >
      Repeat with corrected file
    </PermittedLink>
  );
}

function Found({ reconciliation }: { reconciliation: Reconciliation }) {
  const { summary, state, failure } = reconciliation;
  if (state === 'failed') {
    return (
      <>
        <Alert tone="negative" role="alert">
          {failure}
        </Alert>
        <About reconciliation={reconciliation} />
      </>
    );
  }
  if (summary === null) {
    return (
      <EmptyState title="Comparing the file with the books">
        This takes a few seconds, or a minute for a large file. You can leave this page meanwhile.
      </EmptyState>
    );
  }
  return (
    <>
      <Conclusion reconciliation={reconciliation} summary={summary} />
      <Problems summary={summary} />
      <ResultLines reconciliation={reconciliation} summary={summary} />
      <About reconciliation={reconciliation} />
    </>
  );
}

type ConclusionProps = { reconciliation: Reconciliation; summary: ReconciliationSummary };

/** Whether everything agrees, in one line. */
function Conclusion({ reconciliation, summary }: ConclusionProps) {
  const found = disagreements(summary);
  const sentence = `${formatList(found)}.`;
  if (found.length === 0) {
    return (
      <Alert tone="positive" role="status">
        {agreement(summary)}
      </Alert>
    );
  }
  const isResolved = isAllResolved(reconciliation);
  return (
    <Alert tone={isResolved ? 'positive' : 'warning'} role="status">
      {isResolved ? `${sentence} All of them are resolved.` : sentence}
      {!isResolved && reconciliation.resolved > 0 && ` ${formatInteger(reconciliation.resolved)} resolved.`}
    </Alert>
  );
}

/** Lines that couldn’t be read, and what differs without the file. */
function Problems({ summary }: { summary: ReconciliationSummary }) {
  const { problems, problem_count: count, books, balances } = summary;
  const faults = books?.faults ?? [];
  const wrong = balances?.faults ?? [];
  return (
    <>
      {problems.length > 0 && (
        <ProblemList
          title="Lines that couldn’t be read"
          items={problems.map(({ line, problem }) => `Line ${formatInteger(line)}: ${problem}`)}
          more={count - problems.length}
        />
      )}
      {faults.length > 0 && (
        <ProblemList
          title="Ledger and lists"
          items={faults.map(describeFault)}
          more={(books?.fault_count ?? 0) - faults.length}
        />
      )}
      {wrong.length > 0 && (
        <ProblemList
          title="Ledger and balances"
          items={wrong.map(
            ({ type, network, currency, field, stated, entries }) =>
              `${type} ${network} ${currency}, ${field}: the balance is ${stated}, and the entries add up to ${entries}.`,
          )}
          more={0}
        />
      )}
    </>
  );
}

function ProblemList({ title, items, more }: { title: string; items: readonly string[]; more: number }) {
  return (
    <details className={classes['problems']} open={items.length <= 5}>
      <summary>
        {title}: {formatInteger(items.length + more)}
      </summary>
      <ul>
        {items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- they never change
          <li key={index}>{item}</li>
        ))}
        {more > 0 && <li>and {formatInteger(more)} more</li>}
      </ul>
    </details>
  );
}

/** What was compared: enough to do it again. */
function About({ reconciliation }: { reconciliation: Reconciliation }) {
  const { iana } = useTimeZone();
  const { summary, file_sha256: sha256, currency, tolerance_hours: tolerance } = reconciliation;
  return (
    <Stack component="section" gap="xs" aria-labelledby="about-heading">
      <h2 id="about-heading">What was compared</h2>
      <DescriptionList isWide>
        <Description name="Period" note={`Days of ${zoneName(iana)}, by booking time`}>
          {formatDays(reconciliation, iana)}
        </Description>
        <Description name="Currency">{currency ?? 'All'}</Description>
        <Description name="Tolerance">{formatInteger(tolerance)} hours</Description>
        <Description
          name="File"
          note={
            <>
              SHA-256 <code className={classes['hash']}>{sha256}</code>
            </>
          }
        >
          {reconciliation.file_name}
        </Description>
        {summary !== null && (
          <Description name="Lines of the file" note={leftOutNote(summary)}>
            {formatInteger(summary.rows)}
          </Description>
        )}
        {summary !== null && (
          <Description name="Ledger, lists and balances">{booksNote(summary)}</Description>
        )}
        <Description name="As of" note={reconciliation.created_by}>
          <Time value={reconciliation.as_of} />
        </Description>
      </DescriptionList>
      <Text size="sm">
        <Link to="/help/reconciliation">About reconciliation</Link>
      </Text>
    </Stack>
  );
}

function leftOutNote({ left_out: { theirs }, empty }: ReconciliationSummary): string {
  return [
    theirs > 0 && `${formatInteger(theirs)} are of another period or currency and weren’t compared.`,
    empty > 0 && `${formatInteger(empty)} have an amount of zero, so nothing moved.`,
  ]
    .filter((text) => text !== false)
    .join(' ');
}

function booksNote({ books, balances }: ReconciliationSummary): string {
  if (books === null || balances === null) {
    return 'Not compared: the provider doesn’t show its ledger. Its lists took the place of our books.';
  }
  return `${formatInteger(books.compared)} rows of lists and ${formatInteger(balances.compared)} balances compared with the ledger`;
}
