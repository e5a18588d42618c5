import { ActionIcon, Group } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronLeftPipe,
  IconChevronRight,
  IconChevronRightPipe,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { formatInteger } from '#domain/format.ts';
import { lastOffset, pageSizes, type PageState } from '#dashboard/lib/list-state.ts';
import { useChangeAddress } from '#dashboard/lib/use-change-address.ts';
import { ChangeLink } from '../change-link.tsx';
import { FilterSelect } from '../filter-controls.tsx';
import classes from './pagination.module.css';

type Props = {
  page: PageState;
  /** All that match; undefined until known, null where the provider doesn't tell. */
  count: number | null | undefined;
  shown: number;
};

/** Shows the exact position in the list, and links to the other pages. */
export function Pagination({ page, count, shown }: Props) {
  const changeAddress = useChangeAddress();
  const { limit, offset, pageSize = limit, isOnly = false } = page;
  // Without a total, the next page may have rows as long as this one has some.
  const last = isOnly ? 0 : count === null ? offset + shown : lastOffset(count ?? 0, pageSize);
  const sizes = [...new Set([...pageSizes, limit])].toSorted((a, b) => a - b);

  return (
    <Group
      component="nav"
      wrap="nowrap"
      gap="lg"
      mih={48}
      fz="sm"
      aria-label="Pages"
      className={classes['pagination']}
    >
      <output className={classes['count']}>
        {count !== undefined && shown > 0 && (
          <>
            <strong>
              {formatInteger(offset + 1)}–{formatInteger(offset + shown)}
            </strong>{' '}
            {count === null ? (
              '(total unknown)'
            ) : (
              <>
                of <strong>{formatInteger(count)}</strong>
              </>
            )}
          </>
        )}
        {pageSize < limit && ` · at most ${formatInteger(pageSize)} per page with this provider`}
        {count === 0 && 'No rows'}
      </output>
      <Group component="label" wrap="nowrap" gap="sm" c="dimmed" className={classes['size']}>
        <span className="unseen-on-phone">Rows per page</span>
        <FilterSelect
          aria-label="Rows per page"
          value={limit}
          data={sizes.map((size) => ({ value: String(size), label: String(size) }))}
          onChange={(event) =>
            void changeAddress(page.linkTo({ limit: Number(event.target.value) }), { replace: true })
          }
        />
      </Group>
      <Group wrap="nowrap" gap={2}>
        <Step label="First page" icon={IconChevronLeftPipe} page={page} to={0} disabled={offset === 0} />
        <Step
          label="Previous page"
          icon={IconChevronLeft}
          page={page}
          to={Math.max(0, Math.min(offset - pageSize, last))}
          disabled={offset === 0}
        />
        <Step
          label="Next page"
          icon={IconChevronRight}
          page={page}
          to={offset + (count === null && shown > 0 ? shown : pageSize)}
          disabled={offset >= last}
        />
        <Step
          label="Last page"
          icon={IconChevronRightPipe}
          page={page}
          to={last}
          disabled={offset >= last || count === null}
        />
      </Group>
    </Group>
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
    <ActionIcon component="span" size="lg" aria-disabled data-disabled>
      {content}
    </ActionIcon>
  ) : (
    <ActionIcon
      component={ChangeLink}
      size="lg"
      to={page.linkTo({ offset: to })}
      aria-label={label}
      title={label}
      onPointerEnter={() => page.prefetch?.(to)}
      onFocus={() => page.prefetch?.(to)}
    >
      {content}
    </ActionIcon>
  );
}
