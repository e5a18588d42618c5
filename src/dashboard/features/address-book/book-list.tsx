import { useQuery } from '@tanstack/react-query';
import { IconAddressBook } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useLocation, useMatch, useNavigate } from 'react-router';
import { listBookEntries } from '#contract/gateway/address-book.ts';
import { withdrawalNetworks } from '#domain/networks.ts';
import { groupDigits } from '../../lib/digits.ts';
import { networkLabel } from '../../lib/network-words.ts';
import { useListState } from '../../lib/use-list-state.ts';
import { LinkButton } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterSelect } from '../../ui/filter-controls.tsx';
import { PermittedLink } from '../../ui/permitted-link.tsx';
import { RowTimes } from '../../ui/time.tsx';
import { AmlCells, type CellOf, useReadable } from '../aml/column/aml-column.tsx';
import { ownAddress } from '../aml/column/list-subjects.ts';
import { ListAddresses } from '../../list/list-addresses.tsx';
import { SearchFilter } from '../../list/search-filter.tsx';
import { useListKeys } from '../../list/use-list-keys.ts';
import { usePermission } from '../session/use-permission.ts';
import { bookQueries, type BookRow } from './address-book.queries.ts';
import classes from './address-book.module.css';
import { bookColumns } from './book-columns.tsx';
import { bookPath, entryKey, entryPath, newEntryPath } from './book-paths.ts';
import { RulesLine } from './rules-line.tsx';

const ColumnResults = lazy(async () => ({
  default: (await import('../aml/column/column-results.tsx')).ColumnResults,
}));

const schema = listBookEntries.query;

const rowId = ({ value: { network, address } }: BookRow, index: number) =>
  network === undefined || address === undefined ? `row ${index}` : entryKey({ network, address });

export function BookList() {
  const { query, page, isFiltered, change, linkTo } = useListState(schema);
  const result = useQuery(bookQueries.list(query));
  const { search } = useLocation();
  const navigate = useNavigate();
  const mayWrite = usePermission('withdrawals:write');
  const searchInput = useRef<HTMLInputElement>(null);
  const rows = result.data?.rows ?? [];
  const columns = useReadable(bookColumns);
  const [amlCells, setAmlCells] = useState<CellOf>();
  useListKeys(useMatch(bookPath) !== null, {
    focusSearch: () => searchInput.current?.select(),
    toggle: () => undefined,
    create: mayWrite.allowed ? () => void navigate({ pathname: newEntryPath, search }) : undefined,
    copied: (id) => rows.find((row, index) => rowId(row, index) === id)?.value.address,
  });

  const count = result.data?.count;
  return (
    <>
      <RulesLine />
      <div className={classes['toolbar']}>
        <search className={classes['filters']}>
          <SearchFilter
            value={query.search ?? ''}
            label="Name, address or note"
            least={1}
            onChange={(text) => change({ search: text })}
            inputRef={searchInput}
          />
          <FilterSelect
            aria-label="Network"
            value={query.network ?? ''}
            data={[
              { value: '', label: 'All networks' },
              ...withdrawalNetworks.map((code) => ({ value: code, label: networkLabel(code) })),
            ]}
            onChange={(event) => change({ network: event.currentTarget.value })}
          />
          {isFiltered && (
            <LinkButton to={page.unfiltered} replace variant="subtle">
              Clear filters
            </LinkButton>
          )}
        </search>
        {typeof count === 'number' && (
          <p className={classes['count']}>
            {groupDigits(count)} {count === 1 ? 'address' : 'addresses'}
          </p>
        )}
      </div>
      <ListAddresses values={rows.map(({ value }) => value.address)}>
        <RowTimes values={rows.map(({ value }) => value.added_at)}>
          <AmlCells value={amlCells}>
            <DataTable
              label="Address book"
              columns={columns}
              result={result}
              page={page}
              rowId={rowId}
              rowLink={({ value: { network, address } }) =>
                network === undefined || address === undefined
                  ? undefined
                  : { pathname: entryPath({ network, address }), search }
              }
              sorting={{
                by: query.sort_by,
                direction: query.sort_direction,
                linkTo: (by, direction) => linkTo({ sort_by: by, sort_direction: direction }),
              }}
              isFiltered={isFiltered}
              empty={<NoEntries />}
            />
          </AmlCells>
        </RowTimes>
        {result.data && (
          <Suspense>
            <ColumnResults rows={rows} of={ownAddress} onKnown={setAmlCells} />
          </Suspense>
        )}
      </ListAddresses>
    </>
  );
}

function NoEntries() {
  const mayWrite = usePermission('withdrawals:write');
  return (
    <EmptyState
      icon={<IconAddressBook size={20} />}
      title="No addresses yet"
      action={
        <PermittedLink to={newEntryPath} permission={mayWrite}>
          Add the first address
        </PermittedLink>
      }
    >
      Keep the addresses that you pay under names that your colleagues know. The account can be set to
      withdraw to these addresses only.
    </EmptyState>
  );
}
