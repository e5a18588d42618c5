import type { AmlCheck } from '#contract/gateway/aml-library.ts';
import { amlBands, amlDecisions } from '#contract/gateway/aml-bands.ts';
import type { SanctionsState } from '#domain/aml/sanctions.ts';
import { amlNetworks } from '#domain/networks.ts';
import { networkLabel } from '../../lib/network-words.ts';
import { ChoiceFilter, type FiltersProps, HistoryFilters } from '../../list/history-filters.tsx';
import { amlWords } from './aml-words.ts';
import type { amlChecks } from './aml.history.ts';

type Props = FiltersProps<typeof amlChecks.schema, AmlCheck>;

const wordOf = (words: Readonly<Record<string, string>>) => (value: string) => words[value] ?? value;

const kinds = { address: 'Addresses', transaction: 'Transactions' };
const sanctions = {
  named: 'Named',
  not_named: 'Not named',
  not_screened: 'Not screened',
} satisfies Record<SanctionsState, string>;
const decisions = { ...amlWords, none: 'No decision' };

export function AmlFilters({ list, rows, searchInput }: Props) {
  const find = {
    label: 'Find a check',
    value: list.address.query.search,
    filters: (search: string) => ({ search }),
  };
  return (
    <HistoryFilters list={list} find={find} searchInput={searchInput} wraps>
      <ChoiceFilter list={list} name="network" all="Network" known={amlNetworks} word={networkLabel} />
      <ChoiceFilter list={list} name="kind" all="Kind" known={Object.keys(kinds)} word={wordOf(kinds)} />
      <ChoiceFilter list={list} name="band" all="Risk" known={amlBands} word={wordOf(amlWords)} />
      <ChoiceFilter
        list={list}
        name="category"
        all="Category"
        known={[]}
        met={rows.flatMap(({ value }) => value.categories?.map(({ name }) => name) ?? [])}
        word={String}
      />
      <ChoiceFilter
        list={list}
        name="sanctions"
        all="Sanctions"
        known={Object.keys(sanctions)}
        word={wordOf(sanctions)}
      />
      <ChoiceFilter
        list={list}
        name="decision"
        all="Decision"
        known={['none', ...amlDecisions]}
        word={wordOf(decisions)}
      />
    </HistoryFilters>
  );
}
