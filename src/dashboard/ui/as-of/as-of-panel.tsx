import { Stack, Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { Instant } from '#domain/time.ts';
import { currentMoment, justBefore, searchAt } from '#dashboard/lib/as-of.ts';
import { quickMoments } from '#dashboard/lib/as-of-text.ts';
import { justAfter, periodText } from '#dashboard/lib/period-text.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { useChangeAddress } from '#dashboard/lib/use-change-address.ts';
import { zoneName } from '#dashboard/lib/zoned-time.ts';
import { Choice } from '../choice.tsx';
import { closePanel, stepFocus } from '../panel-focus.ts';
import { CustomRange } from '../range-filter/custom-range.tsx';
import { parseRangeFields, type RangeErrors, type RangeFields } from '../range-filter/range-fields.ts';
import classes from '../range-filter/range-filter.module.css';

/** The usual moments, and fields for a day and a time in the user's zone. `at`: the current one; undefined for now. */
export function AsOfPanel({ at }: { at: Instant | undefined }) {
  const { iana } = useTimeZone();
  const [search] = useSearchParams();
  const changeAddress = useChangeAddress();
  const now = currentMoment();
  const choose = (moment: Instant | undefined, element: Element) => {
    closePanel(element);
    void changeAddress({ search: searchAt(search, moment) });
  };
  return (
    <div className={classes['panel']}>
      {/* Only moves the focus between its buttons. */}
      <Stack gap={0} my={-4} mx={-6} onKeyDown={(event) => stepFocus(event, 'button')}>
        {[{ label: 'Now', at: undefined }, ...quickMoments(now, iana)].map((moment) => (
          <Choice
            key={moment.label}
            isChosen={moment.at === at}
            takesFocus={moment.at === at}
            note={moment.at && periodText(undefined, justBefore(moment.at), iana).replace('until ', '')}
            onClick={({ currentTarget }) => choose(moment.at, currentTarget)}
          >
            {moment.label}
          </Choice>
        ))}
      </Stack>
      <CustomRange
        key={`${at} ${iana}`}
        from={undefined}
        to={at && justBefore(at)}
        iana={iana}
        isEndOnly
        check={(fields) => checkMoment(fields, now, iana)}
        onApply={({ created_to: last }, element) => {
          if (last !== undefined) choose(justAfter(last), element);
        }}
      />
      <Text c="dimmed" size="xs" lh={1.4}>
        Times in {zoneName(iana)}
      </Text>
    </div>
  );
}

/** A day, with or without a time, that is over. */
function checkMoment(fields: RangeFields, now: Instant, iana: string): RangeErrors {
  if (fields.toDate === '') return { toDate: 'Enter a date.' };
  const read = parseRangeFields(fields, iana);
  if (!read.ok || read.to === undefined || read.to < now) return {};
  return fields.toTime === ''
    ? { toDate: 'This day isn’t over yet. Enter a time, or choose an earlier day.' }
    : { toTime: 'Choose a time in the past.' };
}
