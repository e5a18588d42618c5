import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowLeft, IconFileUnknown } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { useSectionScroll } from '#dashboard/lib/use-section-scroll.ts';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { docQuery } from './doc-files.ts';
import classes from './doc-page.module.css';
import { DocNavigation, FoldedSections } from './doc-navigation.tsx';
import { type Doc, findDoc, helpPath } from './docs.ts';
import { Prose } from './prose.tsx';

/** A document of the repository, next to the list of all documents. */
export function Component() {
  const { doc: name = '' } = useParams();
  const doc = findDoc(name);
  return (
    <Page
      {...(doc && { tabTitle: doc.title })}
      actions={
        <LinkButton
          to={helpPath}
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          className={classes['back'] ?? ''}
        >
          All topics
        </LinkButton>
      }
    >
      {doc === undefined ? <UnknownDoc /> : <ShownDoc doc={doc} />}
    </Page>
  );
}

export function loader(queryClient: QueryClient, url: string): void {
  const doc = findDoc(new URL(url).pathname.slice(helpPath.length + 1));
  if (doc !== undefined) void queryClient.prefetchQuery(docQuery(doc));
}

function ShownDoc({ doc }: { doc: Doc }) {
  const { data, error, refetch } = useQuery(docQuery(doc));
  useSectionScroll(data !== undefined);
  return (
    <div className={classes['columns']}>
      <DocNavigation current={doc} sections={data?.sections ?? []} />
      <Stack component="article" gap={0} aria-labelledby="doc-title" className={classes['article']}>
        <Title order={2} id="doc-title">
          {doc.title}
        </Title>
        {data !== undefined && (
          <>
            <FoldedSections sections={data.sections} />
            <Prose tokens={data.blocks} />
          </>
        )}
        {data === undefined && error === null && <SkeletonLines label="Loading document" />}
        {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      </Stack>
    </div>
  );
}

function UnknownDoc() {
  return (
    <EmptyState
      icon={<IconFileUnknown size={20} />}
      title="Topic not found"
      action={
        <LinkButton to={helpPath} variant="default">
          All topics
        </LinkButton>
      }
    >
      The documentation has no topic at this address.
    </EmptyState>
  );
}
