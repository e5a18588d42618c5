import { IconShieldCheck } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { soon } from '../../lib/soon.ts';
import { namedColumnsOf } from '../../ui/data-table/table-columns.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HistoryList } from '../../list/history-list.tsx';
import type { StatusTab } from '../../list/status-tabs.tsx';
import { useHistoryList } from '../../list/use-history-list.ts';
import { amlColumns } from './aml-columns.tsx';
import { amlCheckPath, amlPath } from './aml-paths.ts';
import { amlWords } from './aml-words.ts';
import { amlChecks } from './aml.history.ts';
import classes from './aml.module.css';

const tools = soon(() => import('./aml-tools.ts'));
const AmlFilters = lazy(async () => ({ default: (await tools).AmlFilters }));
const StartCheck = lazy(async () => ({ default: (await tools).StartCheck }));

const namedColumns = namedColumnsOf(amlColumns, { hidden: ['ended_at'], pinned: ['created_at'] });

const tabs: readonly StatusTab[] = [
  { status: undefined, label: 'All' },
  { status: 'running', label: 'Running', isCounted: true },
  ...(['finished', 'stopped', 'failed', 'lost'] as const).map((status) => ({
    status,
    label: amlWords[status],
  })),
];

export function AmlList() {
  const list = useHistoryList(amlChecks);

  return (
    <HistoryList
      history={amlChecks}
      list={list}
      title="AML checks"
      exported="aml-checks"
      timesOf={({ value }) => [value.created_at, value.ended_at]}
      addressesOf={({ value }) => [value.value]}
      words={['check', 'checks']}
      path={amlPath}
      columns={amlColumns}
      namedColumns={namedColumns}
      rowPath={amlCheckPath}
      tabs={tabs}
      tabFilter="state"
      above={
        <Suspense fallback={<div className={classes['coming']} />}>
          <StartCheck />
        </Suspense>
      }
      Filters={AmlFilters}
      empty={
        <EmptyState icon={<IconShieldCheck size={20} />} title="Nothing was checked yet">
          Every report is kept here, with what was decided on it.
        </EmptyState>
      }
    />
  );
}
