import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { Page } from '#dashboard/ui/page.tsx';

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        title="There is no page at this address"
        action={<LinkButton to="/">Go to overview</LinkButton>}
      >
        It may have been mistyped, or the link is out of date.
      </EmptyState>
    </Page>
  );
}
