import { IconHistory, IconShieldCheck } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import { amlBands, amlDecisions } from '#contract/gateway/aml-bands.ts';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import { notFoundLabel } from '#domain/aml/not-found.ts';
import { sanctionsMessage, type SanctionsState } from '#domain/aml/sanctions.ts';
import { amlNetworks } from '#domain/networks.ts';
import { capitalize, networkLabel, networkName } from '#dashboard/lib/format.ts';
import { defineList } from '#dashboard/list/define-list.tsx';
import { createdAtColumn, elsewhere } from '#dashboard/list/list-columns.tsx';
import { Address } from '#dashboard/ui/address.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { TimeHeader } from '#dashboard/ui/time-header.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import {
  AmlBadge,
  amlLabels,
  BandBadge,
  keyLabel,
  originLabel,
  SanctionsTag,
} from '#dashboard/entities/aml/aml-badge.tsx';
import { amlActivityQuery } from '#dashboard/entities/aml/aml-activity.queries.ts';
import { amlCheckPath, amlPath } from '#dashboard/entities/aml/aml-paths.ts';
import { amlChecks } from '#dashboard/entities/aml/aml-checks.ts';
import classes from './aml.module.css';
import { StartCheck } from './start/start-check.tsx';

const kinds = { address: 'Addresses', transaction: 'Transactions' };
const sanctionsStates = {
  named: 'Sanctioned',
  not_named: 'Not sanctioned',
  not_screened: 'Not screened',
} satisfies Record<SanctionsState, string>;
const decisions = { ...amlLabels, none: 'No decision' };

const labelOf = (labels: Readonly<Record<string, string>>) => (value: string) => labels[value] ?? value;

const list = defineList({
  source: amlChecks,
  nouns: ['check', 'checks'],
  path: amlPath,
  rowPath: amlCheckPath,
  columns: {
    created_at: createdAtColumn<AmlCheck>(),
    value: {
      header: 'Subject',
      size: 180,
      meta: { card: 'start', skeleton: '140px' },
      cell: ({ row: { original } }) => {
        const { value, network, kind = 'address' } = original.value;
        return <Address value={value} what={kind} network={network} kind={kind} />;
      },
    },
    network: {
      header: 'Network',
      size: 92,
      meta: { card: 'start', skeleton: '70px' },
      cell: ({ row }) => networkName(row.original.value.network ?? 'unreadable'),
    },
    state: {
      header: 'State',
      size: 148,
      meta: { card: 'end', skeleton: '84px' },
      cell: ({ row }) => <AmlBadge of={row.original.value.state} />,
    },
    score: {
      header: 'Score',
      size: 140,
      meta: { card: 'end', skeleton: '90px', sortKey: 'score' },
      cell: ({ row }) => {
        const { value } = row.original;
        return (
          value.band != null && (
            <BandBadge band={value.band} score={value.score} reason={notFoundLabel(value)} />
          )
        );
      },
    },
    sanctions: {
      header: 'Sanctions',
      size: 126,
      meta: { card: 'start', skeleton: '120px' },
      cell: ({ row }) => {
        const { sanctions, kind = 'address' } = row.original.value;
        if (sanctions === undefined) return null;
        return (
          <span className={classes['text']} title={sanctionsMessage(sanctions, kind)}>
            {sanctions.state === 'not_named' ? (
              sanctionsStates.not_named
            ) : (
              <SanctionsTag sanctions={sanctions} text={sanctionsStates[sanctions.state]} />
            )}
          </span>
        );
      },
    },
    decision: {
      header: 'Decision',
      size: 140,
      meta: { card: 'end', skeleton: '70px' },
      cell: ({ row }) => {
        const { id, state, decision } = row.original.value;
        if (state !== 'finished') return null;
        if (!decision) return <span className={classes['dimmed']}>{decisions.none}</span>;
        return (
          <span className={classes['decision']}>
            <AmlBadge of={decision.decision} />
            {decision.check_id !== id && (
              <span className={classes['origin']} title={originLabel(decision)}>
                <IconHistory size={16} aria-hidden />
                <span className="unseen">carried over</span>
              </span>
            )}
          </span>
        );
      },
    },
    categories: {
      header: 'Findings',
      size: 122,
      meta: { skeleton: '150px' },
      cell: ({ row }) => {
        const text = foundLabel(row.original.value);
        return (
          <span className={classes['text']} title={text}>
            {text}
          </span>
        );
      },
    },
    asked_by: {
      header: 'Requested by',
      size: 172,
      meta: { skeleton: '110px' },
      cell: ({ row: { original } }) => (
        <span className={classes['text']}>
          {keyLabel(original.value.asked_by, original.value.key_fingerprint)}
        </span>
      ),
    },
    ended_at: {
      header: () => <TimeHeader label="Finished" />,
      size: 200,
      meta: { label: 'Finished', skeleton: '130px', sortKey: 'ended_at' },
      cell: ({ row }) => row.original.value.ended_at !== null && <Time value={row.original.value.ended_at} />,
    },
    ...elsewhere(
      'id',
      'kind',
      'payer_address',
      'uid',
      'key_fingerprint',
      'updated_at',
      'next_recheck_at',
      'rechecks',
      'failure',
      'can_resume',
      'band',
      'is_not_found',
      'sanctions_then',
      'checks_left',
      'report_sha256',
      'has_pdf',
    ),
  },
  hidden: ['network', 'asked_by', 'ended_at'],
  pinned: ['created_at'],
  search: {
    label: 'Find address or transaction',
    textOf: ({ search }) => search,
    filtersOf: (search) => ({ search }),
  },
  filters: {
    search: 'search',
    state: 'tabs',
    network: { all: 'Network', known: amlNetworks, label: networkLabel },
    kind: { all: 'Kind', known: Object.keys(kinds), label: labelOf(kinds) },
    band: { all: 'Risk', known: amlBands, label: labelOf(amlLabels) },
    category: {
      all: 'Category',
      known: [],
      found: ({ categories = [] }) => categories.map(({ name }) => name),
    },
    sanctions: { all: 'Sanctions', known: Object.keys(sanctionsStates), label: labelOf(sanctionsStates) },
    decision: { all: 'Decision', known: ['none', ...amlDecisions], label: labelOf(decisions) },
  },
  hasManyFilters: true,
  tabs: {
    filter: 'state',
    choices: [
      { value: undefined, label: 'All' },
      { value: 'running', label: 'Running', isCounted: true },
      ...(['finished', 'stopped', 'failed', 'lost'] as const).map((value) => ({
        value,
        label: amlLabels[value],
      })),
    ],
  },
  exported: 'aml-checks',
  addressesOf: ({ value }) => [value],
  timesOf: ({ created_at: created, ended_at: ended }) => [created, ended],
  above: <StartCheck />,
  empty: (
    <EmptyState icon={<IconShieldCheck size={20} />} title="No AML checks yet">
      Reports and decisions appear here.
    </EmptyState>
  ),
});

export const { Component } = list;

/** Asks for the rows, and for how many checks are left. */
export function loader(queryClient: QueryClient, url: string): void {
  list.loader(queryClient, url);
  void queryClient.prefetchQuery(amlActivityQuery);
}

/** The result of a check in one line: its categories, or why there are none. */
function foundLabel({ categories = [], failure, ...check }: Partial<AmlCheck>): string {
  if (failure != null) return failure.message;
  const names = categories.map(({ name }) => name).join(', ');
  const reason = notFoundLabel(check);
  return reason === undefined ? names : [capitalize(reason), names].filter((text) => text !== '').join('; ');
}
