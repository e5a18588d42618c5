import { Group, Stack, Text, Title } from '@mantine/core';
import { IconDownload, IconEye, IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { resumeAmlChecks, stopAmlChecks } from '#contract/gateway/aml-checks.ts';
import { amlFiles } from '#contract/gateway/aml-files.ts';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import { asSentence } from '#dashboard/lib/error-message.ts';
import { networkLabel } from '#dashboard/lib/format.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { type PermissionAnswer, usePermission } from '#dashboard/session/session.queries.ts';
import { checkSubjectPath, watchSubjectPath } from '#dashboard/entities/aml/aml-paths.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { isRunning } from '#dashboard/entities/aml/running.ts';
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
  const parts = [status === null ? 'no response' : `status ${status}`, code === '' ? undefined : code];
  return `(${parts.filter((part) => part !== undefined).join(', ')})`;
}

function Actions({ check }: Props) {
  const mayCheck = usePermission('aml:check', { on: { network: check.network } });
  const mayStart = usePermission('aml:check', { needs: 'requestAmlReport', on: { network: check.network } });
  const maySave = usePermission(amlFiles.downloadAmlEvidence);
  const stop = useChange(stopAmlChecks);
  const resume = useChange(resumeAmlChecks);
  const isStoppable = check.state === 'queued' || check.state === 'waiting';
  const error = stop.error ?? resume.error;
  return (
    <>
      <Group gap="sm" className={classes['actions']}>
        {check.state === 'finished' && (
          <>
            <FileLink path={amlFiles.downloadAmlEvidence.path} id={check.id} permission={maySave}>
              Evidence sheet
            </FileLink>
            {check.has_pdf && (
              <FileLink path={amlFiles.downloadAmlPdf.path} id={check.id} permission={maySave}>
                Provider PDF
              </FileLink>
            )}
            <FileLink path={amlFiles.downloadAmlReport.path} id={check.id} permission={maySave}>
              Raw JSON
            </FileLink>
          </>
        )}
        {mayCheck.allowed && (isStoppable || check.can_resume) && (
          // Stop and resume are one button, so that the keyboard focus stays on it.
          <Button
            variant={isStoppable ? 'default' : 'filled'}
            leftSection={
              isStoppable ? (
                <IconPlayerStop size={16} aria-hidden />
              ) : (
                <IconPlayerPlay size={16} aria-hidden />
              )
            }
            // Once the check shows the other state, the other action can be taken at once.
            loading={(isStoppable ? stop : resume).isPending}
            onClick={() => (isStoppable ? stop : resume).mutate({ ids: [check.id] })}
          >
            {isStoppable ? 'Stop' : 'Resume (free)'}
          </Button>
        )}
        {!isRunning(check) && (
          <PermittedLink
            to={checkSubjectPath(check.value, check.network)}
            permission={mayStart}
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
          >
            Check again
          </PermittedLink>
        )}
        <PermittedLink
          to={watchSubjectPath(check.value, check.network)}
          permission={mayStart}
          variant="default"
          leftSection={<IconEye size={16} aria-hidden />}
        >
          Monitor
        </PermittedLink>
      </Group>
      {error !== null && <FailureAlert error={error} />}
    </>
  );
}

type FileLinkProps = { path: string; id: string; permission: PermissionAnswer; children: ReactNode };

/** Gives a file of the check to the browser to save. */
function FileLink({ path, id, permission, children }: FileLinkProps) {
  return (
    <PermittedLink
      permission={permission}
      to={`${path}?id=${encodeURIComponent(id)}`}
      reloadDocument
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {children}
    </PermittedLink>
  );
}

/** What the state of a check means, and what to do next. */
function stateMeaning(check: AmlCheck): { means: string; next: string } {
  switch (check.state) {
    case 'queued':
      return {
        means: 'Not sent to the provider yet. Nothing has been spent.',
        next: 'It starts automatically. You can leave this page.',
      };
    case 'asking':
      return { means: 'Being sent to the provider.', next: 'You can leave this page.' };
    case 'waiting':
      return {
        means: 'The provider accepted the check but has no report yet.',
        next: 'We keep polling in the background. You can leave this page.',
      };
    case 'stopped':
      return {
        means:
          check.uid === null
            ? 'Stopped before it was sent to the provider. Nothing was spent.'
            : 'Stopped while waiting for the report. The check has been paid for.',
        next: 'Resume it to continue at no extra cost.',
      };
    case 'finished':
      return { means: 'The report is ready.', next: 'Review it and make a decision.' };
    case 'failed':
      return {
        means: 'The check failed and has no report.',
        next: check.can_resume
          ? 'Resume it to request the same report again at no cost, or start a new check.'
          : 'Fix the problem the provider reports, then check again. If no checks remain, choose a paying wallet.',
      };
    case 'lost':
      return {
        means:
          'The check was sent, but the provider’s response was lost, so a check may have been spent. ' +
          'It won’t be sent again automatically.',
        next: check.can_resume
          ? 'Resume it to request the same report again at no cost.'
          : 'Compare the remaining checks with the provider’s count before you check again.',
      };
    default:
      return unknownState;
  }
}

const unknownState = { means: 'Unknown state.', next: 'Reload the page.' };
