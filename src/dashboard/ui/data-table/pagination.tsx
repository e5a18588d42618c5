import {
  IconChevronLeft,
  IconChevronLeftPipe,
  IconChevronRight,
  IconChevronRightPipe,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { groupDigits } from '../../lib/digits.ts';
import { lastOffset, pageSizes, type PageState } from '../../lib/list-state.ts';
import { useChangeAddress } from '../../lib/use-change-address.ts';
import { ChangeLink } from '../change-link.tsx';
import classes from './pagination.module.css';

type Props = {
  page: PageState;
  /** All that match; undefined until known. */
  count: number | undefined;
  shown: number;
};

/** Where one is in the list, exactly, and the ways to the other pages. */
export function Pagination({ page, count, shown }: Props) {
  const changeAddress = useChangeAddress();
  const { limit, offset } = page;
  const last = lastOffset(count ?? 0, limit);
  const sizes = [...new Set([...pageSizes, limit])].toSorted((a, b) => a - b);

  return (
    <nav aria-label="Pages" className={classes['pagination']}>
      <output className={classes['count']}>
        {count !== undefined && shown > 0 && (
          <>
            <strong>
              {groupDigits(offset + 1)}–{groupDigits(offset + shown)}
            </strong>{' '}
            of <strong>{groupDigits(count)}</strong>
          </>
        )}
        {count === 0 && 'No rows'}
      </output>
      <label className={classes['size']}>
        <span className={classes['sizeLabel']}>Rows per page</span>
        <select
          value={limit}
          onChange={(event) =>
            void changeAddress(page.linkTo({ limit: Number(event.target.value) }), { replace: true })
          }
        >
          {sizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <div className={classes['steps']}>
        <Step label="First page" icon={IconChevronLeftPipe} page={page} to={0} disabled={offset === 0} />
        <Step
          label="Previous page"
          icon={IconChevronLeft}
          page={page}
          to={Math.max(0, Math.min(offset - limit, last))}
          disabled={offset === 0}
        />
        <Step
          label="Next page"
          icon={IconChevronRight}
          page={page}
          to={offset + limit}
          disabled={offset >= last}
        />
        <Step label="Last page" icon={IconChevronRightPipe} page={page} to={last} disabled={offset >= last} />
      </div>
    </nav>
  );
}

type StepProps = {
  label: string;
  icon: ComponentType<{ size: number; 'aria-hidden': boolean }>;
  page: PageState;
  to: number;
  disabled: boolean;
};

function Step({ label, icon: Icon, page, to, disabled }: StepProps) {
  const content = <Icon size={18} aria-hidden />;
  return disabled ? (
    // What leads nowhere stays in its place, so that the next click does not hit something else.
    <span className={classes['step']} aria-disabled>
      {content}
    </span>
  ) : (
    <ChangeLink className={classes['step']} to={page.linkTo({ offset: to })} aria-label={label} title={label}>
      {content}
    </ChangeLink>
  );
}
