import { IconCheck } from '@tabler/icons-react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { type Instant, instantFromDate } from '#domain/time.ts';
import { resolveRange } from '../../lib/date-range.ts';
import { rangeNames, type RangeName } from '../../lib/range-names.ts';
import { periodText } from '../../lib/period-text.ts';
import { serverNow } from '../../lib/server-time.ts';
import { useTimeZone, zoneWords } from '../../lib/time-zone.ts';
import { CustomRange } from './custom-range.tsx';
import classes from './range-filter.module.css';
import { type RangeChange, rangeWords } from './range-words.ts';

type Props = {
  range: RangeName | undefined;
  from: Instant | undefined;
  to: Instant | undefined;
  onChange: (change: RangeChange) => void;
};

/** The ranges to choose from, each with the days that it means now, and fields for any other. */
export function RangePanel({ range, from, to, onChange }: Props) {
  const zone = useTimeZone();
  const now = instantFromDate(new Date(serverNow()));
  const isCustom = range === undefined && (from !== undefined || to !== undefined);
  const isAny = range === undefined && !isCustom;

  const choose = (next: RangeName | undefined) => (event: MouseEvent<HTMLElement>) => {
    close(event.currentTarget);
    onChange({ range: next, created_from: undefined, created_to: undefined });
  };
  return (
    <div className={classes['panel']}>
      {/* Only moves the focus between its buttons. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={classes['choices']} onKeyDown={moveFocus}>
        <Choice isChosen={isAny} onClick={choose(undefined)}>
          Any time
        </Choice>
        {rangeNames.map((name) => {
          const { from: start, to: end } = resolveRange(name, now, zone.iana);
          return (
            <Choice key={name} isChosen={name === range} onClick={choose(name)}>
              {rangeWords[name]}
              <span className={classes['means']}>{periodText(start, end, zone.iana)}</span>
            </Choice>
          );
        })}
      </div>
      <CustomRange
        key={`${from} ${to} ${zone.iana}`}
        from={from}
        to={to}
        iana={zone.iana}
        onApply={(custom, element) => {
          close(element);
          onChange({ range: undefined, ...custom });
        }}
      />
      <p className={classes['zone']}>Times in {zoneWords(zone, now)}</p>
    </div>
  );
}

type ChoiceProps = {
  isChosen: boolean;
  onClick: (event: MouseEvent<HTMLElement>) => void;
  children: ReactNode;
};

function Choice({ isChosen, onClick, children }: ChoiceProps) {
  return (
    <button
      type="button"
      className={classes['choice']}
      aria-pressed={isChosen}
      // Where the panel opens; a popover does not move the focus by itself.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={isChosen}
      onClick={onClick}
    >
      <span className={classes['mark']}>{isChosen && <IconCheck size={14} aria-hidden />}</span>
      {children}
    </button>
  );
}

/** Gives the focus back to the button that opened the panel. */
function close(element: Element): void {
  element.closest<HTMLElement>('[popover]')?.hidePopover();
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const current = buttons.findIndex((button) => button === document.activeElement);
  event.preventDefault();
  buttons[(current + step + buttons.length) % buttons.length]?.focus();
}
