import { Group } from '@mantine/core';
import { Link } from 'react-router';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import { notFoundLabel } from '#domain/aml/not-found.ts';
import { parseTimestamp } from '#domain/time.ts';
import { formatAge } from '#dashboard/lib/format.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { asSentence } from '#dashboard/lib/error-message.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { amlCheckPath } from './aml-paths.ts';
import { BandBadge } from './aml-badge.tsx';

type Props = {
  check: AmlCheck;
  isBusy: boolean;
  /** Why a new check can't be started; undefined where it can. */
  whyNotAgain: string | undefined;
  onAgain: () => void;
};

/** A report that is there already, in the place of a new check, which would cost. */
export function RecentReport({ check, isBusy, whyNotAgain, onAgain }: Props) {
  const ended = parseTimestamp(check.ended_at ?? '')?.instant;
  return (
    <Alert tone={check.band === 'low' ? 'positive' : 'warning'} role="status">
      <Group gap="8px 12px">
        <span>
          Nothing was spent. There’s already a report
          {ended !== undefined && ` from ${formatAge(ended, serverNow())}`}.
        </span>
        {check.band !== null && (
          <BandBadge band={check.band} score={check.score} reason={notFoundLabel(check)} />
        )}
        <Link to={amlCheckPath(check.id)}>Open report</Link>
        <Button
          variant="default"
          size="compact-sm"
          loading={isBusy}
          aria-disabled={whyNotAgain !== undefined || undefined}
          onClick={onAgain}
        >
          Check again anyway (uses 1 check)
        </Button>
        {whyNotAgain !== undefined && <span>{whyNotAgain}</span>}
      </Group>
    </Alert>
  );
}

/** The provider's own refusal message. */
export function StartFailure({ check }: { check: AmlCheck }) {
  return (
    <Alert tone="negative" role="alert">
      <Group gap="8px 12px">
        <span>The check failed. {asSentence(check.failure?.message ?? 'The provider refused it')}</span>
        <Link to={amlCheckPath(check.id)}>See what to do next</Link>
      </Group>
    </Alert>
  );
}
