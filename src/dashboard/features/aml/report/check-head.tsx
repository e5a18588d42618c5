import { IconDownload, IconEye, IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import type { AmlCheck } from '#contract/gateway/aml-library.ts';
import { asSentence } from '../../../lib/error-words.ts';
import { networkLabel } from '../../../lib/network-words.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Address } from '../../../ui/address.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PermittedLink } from '../../../ui/permitted-link.tsx';
import { usePermission } from '../../session/use-permission.ts';
import { checkSubjectPath, watchSubjectPath } from '../check-subject-path.ts';
import { useResumeChecks, useStopChecks } from '../aml.mutations.ts';
import { isRunning } from '../aml.queries.ts';
import { AmlBadge } from '../aml-badge.tsx';
import { stateMeaning } from '../state-meaning.ts';
import { CheckFacts } from './check-facts.tsx';
import classes from './report.module.css';

type Props = {
  check: AmlCheck;
  /** The answer that the report came in; null where there is none. */
  report: string | null;
};

/** What is checked, how far that is, what that means and what can be done. */
export function CheckHead({ check, report }: Props) {
  const { means, next } = stateMeaning(check);
  const isTransaction = check.kind === 'transaction';
  return (
    <section className={classes['head']} aria-label="Check">
      <div className={classes['subject']}>
        <h2 className={classes['heading']}>{isTransaction ? 'Transaction' : 'Address'}</h2>
        <Address
          value={check.value}
          what={isTransaction ? 'transaction hash' : 'address'}
          full
          network={check.network}
          kind={isTransaction ? 'transaction' : 'address'}
        />
        <span className={classes['dimmed']}>{networkLabel(check.network)}</span>
      </div>
      <Actions check={check} report={report} />
      <div className={classes['state']} role="status">
        <AmlBadge of={check.state} />
        <span>
          {means} {next}
        </span>
      </div>
      {check.failure !== null && (
        <Notice tone={isRunning(check) ? 'warning' : 'negative'}>
          <span className={classes['said']}>
            {isRunning(check) ? 'The last attempt failed: ' : 'The provider: '}
            {asSentence(check.failure.message)}
          </span>{' '}
          <span className={classes['dimmed']}>{failureNote(check.failure)}</span>
        </Notice>
      )}
      {check.state !== 'finished' && <CheckFacts check={check} />}
    </section>
  );
}

function failureNote({ http_status: status, code }: NonNullable<AmlCheck['failure']>): string {
  const parts = [status === null ? 'no answer' : `status ${status}`, code === '' ? undefined : code];
  return `(${parts.filter((part) => part !== undefined).join(', ')})`;
}

function Actions({ check, report }: Props) {
  const mayCheck = usePermission('aml:check');
  const stop = useStopChecks();
  const resume = useResumeChecks();
  const isStoppable = check.state === 'queued' || check.state === 'waiting';
  const error = stop.error ?? resume.error;
  return (
    <>
      <div className={classes['actions']}>
        {report !== null && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() =>
              saveFile({
                name: `aml-${check.network}-${check.id}.json`,
                blob: new Blob([report], { type: 'application/json' }),
              })
            }
          >
            Raw JSON
          </Button>
        )}
        {check.has_pdf && (
          <a
            className={classes['link']}
            href={`/console/aml/pdf?id=${encodeURIComponent(check.id)}`}
            target="_blank"
            rel="noopener"
          >
            PDF of the provider
          </a>
        )}
        {check.state === 'finished' && (
          <a className={classes['link']} href={`/console/aml/evidence?id=${encodeURIComponent(check.id)}`}>
            Evidence sheet
          </a>
        )}
        {mayCheck.allowed && isStoppable && (
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            loading={stop.isPending}
            onClick={() => stop.mutate([check.id])}
          >
            Stop
          </Button>
        )}
        {mayCheck.allowed && check.can_resume && (
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={resume.isPending}
            onClick={() => resume.mutate([check.id])}
          >
            Resume: costs nothing
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
      </div>
      {error !== null && <FailureAlert error={error} />}
    </>
  );
}
