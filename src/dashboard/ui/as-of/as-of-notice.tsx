import { Group } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { searchAt, useAsOf } from '#dashboard/lib/as-of.ts';
import { formatAsOf } from '#dashboard/lib/as-of-text.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { zoneName } from '#dashboard/lib/zoned-time.ts';
import { LinkButton } from '../button.tsx';
import classes from './as-of.module.css';

type Props = {
  /** What is shown as of now all the same. Left out: everything is of the past moment. */
  ofNow?: string | undefined;
  /** What else there is to say of it. */
  children?: ReactNode;
};

/** Says which past moment the page is of, and leads back to now. Nothing for a page that is of now. */
export function AsOfNotice({ ofNow, children }: Props) {
  const asOf = useAsOf();
  const { iana } = useTimeZone();
  if (asOf.kind !== 'past') return null;
  const moment = `${formatAsOf(asOf.at, iana)} (${zoneName(iana)})`;
  return (
    <Group role="note" gap="8px 12px" wrap="nowrap" className={classes['notice']} data-in-zone>
      <IconCalendar size={16} aria-hidden />
      <p>
        {ofNow === undefined ? (
          <strong>As of {moment}.</strong>
        ) : (
          <>
            <strong>{ofNow} as of now,</strong> not as of {moment}.
          </>
        )}
        {children !== undefined && <> {children}</>}
      </p>
      <BackToNow />
    </Group>
  );
}

/** Shows the page as of now again. */
export function BackToNow() {
  const [search] = useSearchParams();
  return (
    <LinkButton variant="default" size="compact-sm" to={{ search: searchAt(search, undefined) }}>
      Back to now
    </LinkButton>
  );
}
