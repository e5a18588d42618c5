import { Group, Stack, Text, Title } from '@mantine/core';
import { IconDownload, IconEye, IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { resumeAmlChecks, stopAmlChecks } from '#contract/gateway/aml-checks.ts';
import { amlPdfPath, amlReportPath } from '#contract/gateway/aml-files.ts';
import type { AmlCheck } from '#contract/gateway/aml-library.ts';
import { asSentence } from '#dashboard/lib/error-words.ts';
import { networkLabel } from '#dashboard/lib/words.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Button, LinkButton } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { checkSubjectPath, watchSubjectPath } from '#dashboard/entities/aml/aml-paths.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { isRunning } from '#dashboard/entities/aml/aml.queries.ts';
import { AmlBadge } from '#dashboard/entities/aml/aml-badge.tsx';
import { CheckFacts } from './check-facts.tsx';
import classes from './report.module.css';

type Props = { check: AmlCheck };

/** What is checked, how far that is, what that means and what can be done. */
export function CheckHead({ check }: Props) {
  const { means, next } = stateMeaning(check);
  const isTransaction = check.kind === 'transaction';
  return (
    <Stack component="section" maw={1200} fz="sm" aria-label="Check">
      <Group gap="4px 12px" align="baseline" miw={0} className={classes['subject']}>
        <Title order={2}>{isTransaction ? 'Transaction' : 'Address'}</Title>
        <Address
          value={check.value}
          what={isTransaction ? 'transaction hash' : 'address'}
          full
          network={check.network}
          kind={isTransaction ? 'transaction' : 'address'}
        />
        <Text span c="dimmed" fw={400} inherit>
          {networkLabel(check.network)}
        </Text>
      </Group>
      <Actions check={check} />
      <Group gap="4px 12px" role="status">
        <AmlBadge of={check.state} />
        <span>
          {means} {next}
        </span>
      </Group>
      {check.failure !== null && (
        <Alert tone={isRunning(check) ? 'warning' : 'negative'}>
          <span className={classes['said']}>
            {isRunning(check) ? 'The last attempt failed: ' : 'The provider says: '}
            {asSentence(check.failure.message)}
          </span>{' '}
          <Text span c="dimmed" fw={400} inherit>
            {failureNote(check.failure)}
          </Text>
        </Alert>
      )}
      {check.state !== 'finished' && <CheckFacts check={check} />}
    </Stack>
  );
}

function failureNote({ http_status: status, code }: NonNullable<AmlCheck['failure']>): string {
  const parts = [status === null ? 'no answer' : `status ${status}`, code === '' ? undefined : code];
  return `(${parts.filter((part) => part !== undefined).join(', ')})`;
}

function Actions({ check }: Props) {
  const mayCheck = usePermission('aml:check');
  const stop = useChange(stopAmlChecks);
  const resume = useChange(resumeAmlChecks);
  const isStoppable = check.state === 'queued' || check.state === 'waiting';
  const error = stop.error ?? resume.error;
  return (
    <>
      <Group gap="sm" className={classes['actions']}>
        {check.state === 'finished' && (
          <>
            <FileLink path="/console/aml/evidence" id={check.id}>
              Evidence sheet
            </FileLink>
            {check.has_pdf && (
              <FileLink path={amlPdfPath} id={check.id}>
                PDF of the provider
              </FileLink>
            )}
            <FileLink path={amlReportPath} id={check.id}>
              Raw JSON
            </FileLink>
          </>
        )}
        {mayCheck.allowed && (isStoppable || check.can_resume) && (
          // One button, so that whoever stops with the keyboard is where they can resume.
          <Button
            variant={isStoppable ? 'default' : 'filled'}
            leftSection={
              isStoppable ? (
                <IconPlayerStop size={16} aria-hidden />
              ) : (
                <IconPlayerPlay size={16} aria-hidden />
              )
            }
            loading={stop.isPending || resume.isPending}
            onClick={() => (isStoppable ? stop : resume).mutate({ ids: [check.id] })}
          >
            {isStoppable ? 'Stop' : 'Resume: costs nothing'}
          </Button>
        )}
        {!isRunning(check) && (
          <PermittedLink
            to={checkSubjectPath(check.value, check.network)}
            permission={mayCheck}
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
          >
            Check again
          </PermittedLink>
        )}
        <PermittedLink
          to={watchSubjectPath(check.value, check.network)}
          permission={mayCheck}
          variant="default"
          leftSection={<IconEye size={16} aria-hidden />}
        >
          Watch
        </PermittedLink>
      </Group>
      {error !== null && <FailureAlert error={error} />}
    </>
  );
}

/** Gives a file of the check to the browser to save. */
function FileLink({ path, id, children }: { path: string; id: string; children: ReactNode }) {
  return (
    <LinkButton
      to={`${path}?id=${encodeURIComponent(id)}`}
      reloadDocument
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {children}
    </LinkButton>
  );
}

/** What the state of a check means, and what to do next. */
function stateMeaning(check: AmlCheck): { means: string; next: string } {
  switch (check.state) {
    case 'queued':
      return {
        means: 'The provider has not been asked yet: nothing is spent.',
        next: 'It is asked by itself when its turn comes. You can leave this page.',
      };
    case 'asking':
      return { means: 'The provider is being asked right now.', next: 'You can leave this page.' };
    case 'waiting':
      return {
        means: 'The provider has taken the check and has no report yet. Its uid is kept.',
        next: 'It is asked again by itself, also when nobody is signed in. You can leave this page.',
      };
    case 'stopped':
      return {
        means:
          check.uid === null
            ? 'Stopped before the provider was asked: nothing was spent.'
            : 'Stopped while it waited for the report. The provider has its check, which is paid for.',
        next: 'Resume it to go on; that spends no further check.',
      };
    case 'finished':
      return { means: 'The report is kept.', next: 'Read it below, and decide.' };
    case 'failed':
      return {
        means: 'There is no report of it.',
        next: check.can_resume
          ? 'Resume it to ask for the same report again, at no cost; or check again, which costs a check.'
          : 'Put right what the provider names, then check again; where no checks are left, name a wallet that pays.',
      };
    case 'lost':
      return {
        means:
          'The provider was asked and its answer did not arrive, so a check may have been spent. ' +
          'It is never asked again by itself.',
        next: check.can_resume
          ? 'Resume it to ask for the same report again, at no cost.'
          : 'Compare the remaining checks with those of the provider, then check again if you must.',
      };
    default:
      return unknownState;
  }
}

const unknownState = { means: 'A state that this console does not know.', next: 'Reload the page.' };
