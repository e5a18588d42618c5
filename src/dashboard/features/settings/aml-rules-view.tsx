import { useQuery } from '@tanstack/react-query';
import { IconArrowLeft } from '@tabler/icons-react';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { amlQueries } from '#dashboard/entities/aml/aml.queries.ts';
import { AmlRulesForm } from './aml-rules-form.tsx';
import { SanctionsLists } from './sanctions-lists.tsx';

/** The rules by which the account reads AML reports, on a page of their own. */
export function Component() {
  const { data, error, refetch } = useQuery(amlQueries.rules());
  return (
    <Page
      actions={
        <LinkButton to="/settings" variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
          Settings
        </LinkButton>
      }
    >
      {data !== undefined && <AmlRulesForm setting={data} />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonLines label="Loading the AML rules" />}
      <SanctionsLists />
    </Page>
  );
}
