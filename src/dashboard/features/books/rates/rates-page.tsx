import { Group, Text } from '@mantine/core';
import { IconSettings, IconUpload } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import { Link, Outlet, useSearchParams } from 'react-router';
import { uploadRates } from '#contract/gateway/exchange-rates.ts';
import { valueSettingsQuery } from '#dashboard/entities/value/value-currency.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { BooksTabs } from '../books-tabs.tsx';
import { RateGaps } from './rate-gaps.tsx';
import { RateSources } from './rate-sources.tsx';
import { rateQueries } from './rates.queries.ts';
import { RatesTable } from './rates-table.tsx';
import { formatRatesUrl, parseRatesUrl } from './rates-url.ts';
import classes from './rates.module.css';

export function loader(queryClient: QueryClient, url: string): void {
  void queryClient.prefetchQuery(rateQueries.list(parseRatesUrl(new URL(url).searchParams)));
  void queryClient.prefetchQuery(valueSettingsQuery);
  void queryClient.prefetchQuery(rateQueries.source());
}

/** The exchange rates that amounts are valued with: where they come from, and what is missing. */
export function Component() {
  const [search] = useSearchParams();
  const address = parseRatesUrl(search);
  const mayUpload = usePermission(uploadRates);
  return (
    <Page
      hasManyActions
      actions={
        <>
          <LinkButton
            to="/settings/value"
            variant="default"
            leftSection={<IconSettings size={16} aria-hidden />}
          >
            Settings
          </LinkButton>
          <PermittedLink
            to={{ pathname: 'upload', search: formatRatesUrl(address) }}
            permission={mayUpload}
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            Upload rates
          </PermittedLink>
        </>
      }
    >
      <BooksTabs />
      <Text c="dimmed" inherit className={classes['intro']}>
        Balances and statements are valued in USD or EUR with these rates and no others. A rate counts from
        its moment on until a newer one, or until it’s too old.{' '}
        <Link to="/help/value">How values are calculated</Link>
      </Text>
      <Group align="flex-start" className={classes['parts']}>
        <RateSources />
        <RateGaps address={address} />
      </Group>
      <RatesTable address={address} />
      <Outlet />
    </Page>
  );
}
