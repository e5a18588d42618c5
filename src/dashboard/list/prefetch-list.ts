import type { QueryClient } from '@tanstack/react-query';
import { isPermitted, type Session } from '#contract/gateway/sessions.ts';
import type { ReadRow } from '#contract/read-answer.ts';
import type { ListSchema } from '#dashboard/api/list-source.ts';
import { askable, ownAddresses, resultsOf } from '#dashboard/entities/aml/aml-results.queries.ts';
import { settingsQueries } from '#dashboard/entities/settings/settings.queries.ts';
import { prefetchNames } from '#dashboard/entities/wallets/address-names.tsx';
import { drawing } from '#dashboard/lib/drawing.ts';
import { timeZone } from '#dashboard/lib/time-zone.ts';
import { sessionQueries } from '#dashboard/session/session.queries.ts';
import type { ListDefinition } from './list-definition.ts';
import { parseListState } from './list-state.ts';
import { listRows, type ListRows, shownRows } from './list-rows.queries.ts';

/** For a route's loader. It isn't awaited: the rows load while the page's code does. */
export function prefetchList<S extends ListSchema, T extends object>(
  queryClient: QueryClient,
  definition: ListDefinition<S, T>,
  url: string,
): void {
  const { source } = definition;
  const state = parseListState(source.schema, new URL(url).searchParams);
  const page = listRows(queryClient, source, state, timeZone().iana);
  const read = queryClient.prefetchQuery(page);
  // A page that is already there shows its rows first.
  if (drawing() === undefined) return;
  if (definition.addressesOf !== undefined) void queryClient.prefetchQuery(settingsQueries.all());
  const session = sessionQueries.current();
  void Promise.all([queryClient.prefetchQuery(session), read]).then(() =>
    prefetchAbout(queryClient, definition, {
      session: queryClient.getQueryData(session.queryKey),
      page: queryClient.getQueryData<ListRows<T>>(page.queryKey),
    }),
  );
}

/** What a drawn page shows of the addresses in its rows. */
async function prefetchAbout<S extends ListSchema, T extends object>(
  queryClient: QueryClient,
  { partiesOf, screening, hidden }: ListDefinition<S, T>,
  { session, page }: { session: Session | undefined; page: ListRows<T> | undefined },
): Promise<void> {
  if (session === undefined || page === undefined) return;
  const rows = shownRows(page);
  const parties = rows.flatMap(({ value }) => partiesOf?.(value) ?? []);
  const wallets = await prefetchNames(queryClient, session, parties);
  const isScreened = isPermitted(session, 'transactions:read') && hidden?.includes('aml') !== true;
  if (screening === undefined || !isScreened) return;
  const own = screening.isForeign ? ownAddresses(wallets.keys()) : undefined;
  const subjects = askable(
    rows.map(({ value }: ReadRow<T>) => screening.subjectOf(value)),
    own,
  );
  if (subjects.length > 0) await queryClient.prefetchQuery(resultsOf(subjects));
}
