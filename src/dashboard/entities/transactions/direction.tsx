import { IconArrowDownLeft, IconArrowUpRight, IconArrowsLeftRight } from '@tabler/icons-react';
import classes from './direction.module.css';

const known = new Map<string, { word: string; sign: '+' | '−'; icon: typeof IconArrowDownLeft }>([
  ['in', { word: 'In', sign: '+', icon: IconArrowDownLeft }],
  ['out', { word: 'Out', sign: '−', icon: IconArrowUpRight }],
]);

/** Which way the funds went, by icon, word and colour together; a way that we do not know as it came. */
export function Direction({ direction }: { direction: string | undefined }) {
  const { word, icon: Icon } = known.get(direction ?? '') ?? {
    word: direction ?? 'unreadable',
    icon: IconArrowsLeftRight,
  };
  return (
    <span className={classes['direction']} data-direction={direction}>
      <Icon size={16} aria-hidden />
      {word}
    </span>
  );
}

/** A way by its word; one that we do not know as it came. */
export function directionLabel(direction: string): string {
  return known.get(direction)?.word ?? direction;
}

/** What stands in front of an amount that went this way. */
export function signOf(direction: string | undefined): '+' | '−' | undefined {
  return known.get(direction ?? '')?.sign;
}
