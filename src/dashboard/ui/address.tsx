import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { shortenMiddle } from '#domain/shorten.ts';
import classes from './address.module.css';
import { Tooltip } from './tooltip.tsx';

type Props = {
  /** An address, hash or id. Undefined where it could not be read. */
  value: string | undefined;
  /** What it is, for the button's name: "address", "transaction hash". */
  what?: string;
  /** Shows all of it, breaking where it must. */
  full?: boolean;
};

/** Shortened in the middle, whole while hovered or focused; the same button copies it, with one key or click. */
export function Address({ value, what = 'address', full = false }: Props) {
  const [isCopied, setIsCopied] = useState(false);
  if (value === undefined) return <span className={classes['none']}>unreadable</span>;

  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 1_500);
  };
  const Icon = isCopied ? IconCheck : IconCopy;
  const shown = full ? value : shortenMiddle(value);
  const button = (
    <button
      type="button"
      className={classes['address']}
      data-full={full || undefined}
      data-copied={isCopied || undefined}
      // With what is seen, so that it can be said to voice control; the tooltip reads out the whole.
      aria-label={isCopied ? `Copied ${shown}` : `Copy ${what} ${shown}`}
      onClick={() => void copy()}
    >
      <span className={classes['text']}>{shown}</span>
      <Icon size={14} aria-hidden className={classes['icon']} />
    </button>
  );
  return full ? button : <Tooltip label={<span className={classes['text']}>{value}</span>}>{button}</Tooltip>;
}
