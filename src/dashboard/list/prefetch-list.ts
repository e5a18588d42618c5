import type { QueryClient } from '@tanstack/react-query';
import { isPermitted } from '#contract/gateway/sessions.ts';
import type { ListSchema } from '#dashboard/api/list-source.ts';
import { askable, ownAddresses, resultsOf } from '#dashboard/entities/aml/aml-results.queries.ts';
import { settingsQueries } from '#dashboard/entities/settings/settings.queries.ts';
import { prefetchNames } from '#dashboard/entities/wallets/address-names.tsx';
import { drawing } from '#dashboard/lib/drawing.ts';
import { timeZone } from '#dashboard/lib/time-zone.ts';
import { sessionQueries } from '#dashboard/session/session.queries.ts';
import type { ListDefinition } from './list-definition.ts';
import { type ListState, parseListState } from './list-state.ts';
import { countRows, listRows, type ListRows, shownRows } from './list-rows.queries.ts';

/** For a route's loader. It isn't awaited: the rows load while the page's code does. */
export function prefetchList<S extends ListSchema, T extends object>(
  queryClient: QueryClient,
  definition: ListDefinition<S, T>,
  url: string,
): void {
  const { source } = definition;
  const search = new URL(url).searchParams;
  const state = parseListState(source.schema, search);
  const page = queryClient.fetchQuery(listRows(queryClient, source, state, timeZone().iana));
  // A page that is already there shows its rows first.
  const all =
    drawing() === undefined ? page : prefetchDrawn(queryClient, definition, page, { state, search });
  // The page itself says what fails.
  all.catch(() => undefined);
}

/** What else a drawn page shows in its rows and tabs. */
async function prefetchDrawn<S extends ListSchema, T extends object>(
  queryClient: QueryClient,
  definition: ListDefinition<S, T>,
  page: Promise<ListRows<T>>,
  { state, search }: { state: ListState<S>; search: URLSearchParams },
): Promise<void> {
  const { addressesOf, partiesOf, screening } = definition;
  if (addressesOf !== undefined) void queryClient.prefetchQuery(settingsQueries.all());
  const [session, read] = await Promise.all([queryClient.ensureQueryData(sessionQueries.current()), page]);
  prefetchCounts(queryClient, definition, { ...state, until: read.pin });
  const rows = shownRows(read);
  const parties = rows.flatMap(({ value }) => partiesOf?.(value) ?? []);
  const wallets = await prefetchNames(queryClient, session, parties);
  // The columns that someone chose may not include AML results.
  const hasOwnColumns = search.has('columns');
  if (screening === undefined || hasOwnColumns || !isPermitted(session, 'transactions:read')) return;
  const own = screening.isForeign ? ownAddresses(wallets.keys()) : undefined;
  const subjects = rows.map(({ value }) => screening.subjectOf(value));
  await queryClient.prefetchQuery(resultsOf(askable(subjects, own)));
}

function prefetchCounts<S extends ListSchema, T extends object>(
  queryClient: QueryClient,
  { source, tabs }: ListDefinition<S, T>,
  state: ListState<S>,
): void {
  if (tabs === undefined) return;
  for (const { value, isCounted } of tabs.choices) {
    const filters = { [tabs.filter]: value };
    if (isCounted) void queryClient.prefetchQuery(countRows(source, state, filters, timeZone().iana));
  }
}
