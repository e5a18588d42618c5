import { IconFilterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ReadList } from '#contract/read-answer.ts';
import { lastOffset, type PageState } from '#dashboard/lib/list-state.ts';
import { isUnfiltered } from '#dashboard/lib/unproved.ts';
import { EmptyState } from '../empty-state.tsx';
import { LinkButton } from '../button.tsx';

type Props = {
  list: Pick<ReadList<unknown>, 'count' | 'ignored'>;
  page: PageState;
  isFiltered: boolean;
  empty: ReactNode;
};

/** Why a page has no rows: they can't be filtered, past the end, nothing matches, or nothing at all. */
export function NoRows({ list, page, isFiltered, empty }: Props) {
  const { count } = list;
  if (isUnfiltered(list)) {
    return (
      <EmptyState
        icon={<IconFilterOff size={20} />}
        title="These filters aren’t available"
        action={
          <LinkButton variant="default" to={page.unfiltered}>
            Clear filters
          </LinkButton>
        }
      >
        Rows that may not match aren’t shown.
      </EmptyState>
    );
  }
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
