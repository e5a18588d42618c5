import { useContext } from 'react';
import { shortenMiddle } from '#domain/shorten.ts';
import { explorerLink, type ExplorerSubject, formOf } from '#dashboard/lib/explorers.ts';
import { AddressContext } from './address-context.ts';
import classes from './address.module.css';
import { FloatingTooltip, useTooltip } from './tooltip.tsx';
import { useCopy } from './use-copy.ts';
import { WholeAddress } from './whole-address.tsx';

type Props = {
  /** An address, hash or id; for a `kind` also a label, or a form that the provider shortened. Undefined where it
   * could not be read. */
  value: string | undefined;
  /** The kind of value, for the button's name: "address", "transaction hash". */
  what?: string;
  /** Shows all of it, breaking where it must. */
  full?: boolean;
  /** Shown instead of the value: the name of a wallet or address book entry. */
  name?: string | undefined;
  /** With `kind`: links to the network's explorer, if the page gives any (`AddressContext`). */
  network?: string | undefined;
  kind?: ExplorerSubject;
};

/**
 * Shortened in the middle, whole while hovered or focused; the same button copies it, with one key or click. A value
 * that the provider shortened is no usable address: it says so, and is not copied.
 */
export function Address({ value, what = 'address', full = false, name, network, kind }: Props) {
  const { explorers, apart } = useContext(AddressContext);
  const { target, handlers } = useTooltip();
  const { isCopied, copy } = useCopy(value ?? '');
  if (value === undefined) return <span className={classes['none']}>unreadable</span>;

  const special = apart?.get(value);
  const short = full ? value : (special ?? shortenMiddle(value));
  const shown = name ?? short;
  const isPart = kind !== undefined && formOf(value) === 'shortened';
  const notes = notesOn(value, kind, special !== undefined);
  const isLinkable = kind !== undefined && network !== undefined;
  const link = isLinkable && explorerLink(explorers, network, kind, value);
  return (
    <span className={classes['cell']} data-full={full || undefined}>
      <button
        type="button"
        className={classes['address']}
        data-named={name !== undefined || undefined}
        data-alike={special !== undefined || undefined}
        data-copied={isCopied || undefined}
        data-part={isPart || undefined}
        aria-disabled={isPart || undefined}
        // The label contains the visible text, so that voice control finds it; the description has the whole.
        aria-label={isCopied ? `Copied ${shown}` : `${isPart ? 'Shortened' : 'Copy'} ${what} ${shown}`}
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- of ARIA 1.3, and all roles have it
        aria-description={
          shown === value && notes === undefined ? undefined : [value, notes].filter(Boolean).join('. ')
        }
        onClick={isPart ? undefined : copy}
        {...handlers}
      >
        <span className={classes['text']} dir="auto">
          {full && name === undefined ? <WholeAddress value={value} /> : shown}
        </span>
      </button>
      {link && (
        <a
          href={link.href}
          target="_blank"
          rel="noopener noreferrer"
          referrerPolicy="no-referrer"
          className={classes['explorer']}
          aria-label={`Look up ${what} ${shown} on ${link.site} (opens another site)`}
          title={link.site}
        />
      )}
      {/* A link beside a whole value takes room, and may break the line. */}
      {full && isLinkable && explorers === undefined && <span className={classes['awaited']} />}
      {target && (!full || notes !== undefined) && (
        <FloatingTooltip target={target}>
          <span className={classes['whole']}>{value}</span>
          {notes !== undefined && <span className={classes['note']}>{notes}</span>}
        </FloatingTooltip>
      )}
    </span>
  );
}

function notesOn(value: string, kind: ExplorerSubject | undefined, isAlike: boolean): string | undefined {
  if (isAlike) return 'Looks like another address on this page';
  if (kind === undefined) return undefined;
  const form = formOf(value);
  if (form === 'label') return 'A label from the provider, not an address';
  return form === 'shortened' ? 'Shortened by the provider' : undefined;
}
