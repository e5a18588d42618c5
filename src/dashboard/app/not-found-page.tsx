import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { Page } from '#dashboard/ui/page.tsx';

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState title="This page doesn’t exist" action={<LinkButton to="/">Go to overview</LinkButton>}>
        Check the address, or go back to the overview.
      </EmptyState>
    </Page>
  );
}
