import { IconFilterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { lastOffset, type PageState } from '#dashboard/lib/list-state.ts';
import { EmptyState } from '../empty-state.tsx';
import { LinkButton } from '../button.tsx';

type Props = { count: number | null; page: PageState; isFiltered: boolean; empty: ReactNode };

/** Why a page has no rows: past the end, nothing matches, or nothing at all. */
export function NoRows({ count, page, isFiltered, empty }: Props) {
  const isPastEnd = count === null ? page.offset > 0 : count > 0;
  if (isPastEnd) {
    return (
      <EmptyState
        title="This page is past the end of the list"
        action={
          <LinkButton
            variant="default"
            to={page.linkTo({ offset: lastOffset(count ?? 0, page.pageSize ?? page.limit) })}
          >
            {count === null ? 'Go to the first page' : 'Go to the last page'}
          </LinkButton>
        }
      >
        The list is now shorter, or the page number is wrong.
      </EmptyState>
    );
  }
  if (!isFiltered) return empty;
  return (
    <EmptyState
      icon={<IconFilterOff size={20} />}
      title="No matches"
      action={
        <LinkButton variant="default" to={page.unfiltered}>
          Clear filters
        </LinkButton>
      }
    >
      Change or clear your filters.
    </EmptyState>
  );
}
