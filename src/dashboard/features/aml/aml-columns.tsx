import type { AmlCheck } from '#contract/gateway/aml-library.ts';
import { notFoundLabel } from '#domain/aml/not-found.ts';
import { sanctionsLabel, sanctionsMessage } from '#domain/aml/sanctions.ts';
import { capitalise } from '../../lib/capitalise.ts';
import { networkName } from '../../lib/network-words.ts';
import { Address } from '../../ui/address.tsx';
import { columnsOf } from '../../ui/data-table/table-columns.ts';
import { TimeHeader } from '../../ui/time-header.tsx';
import { Time } from '../../ui/time.tsx';
import { createdAtColumn } from '../../list/history-columns.tsx';
import classes from './aml.module.css';
import { keyWords, originWords } from './aml-words.ts';
import { AmlBadge, BandBadge, SanctionsTag } from './aml-badge.tsx';

const column = columnsOf<AmlCheck>();

/** What came of a check in a line: its categories, or why there are none that mean anything. */
function foundLabel({ categories = [], failure, ...check }: Partial<AmlCheck>): string {
  if (failure != null) return failure.message;
  const names = categories.map(({ name }) => name).join(', ');
  const reason = notFoundLabel(check);
  return reason === undefined ? names : [capitalise(reason), names].filter((text) => text !== '').join('; ');
}

/** What is known of a check; its report has a page of its own. */
export const amlColumns = column.columns([
  createdAtColumn<AmlCheck>(),
  column.display({
    id: 'value',
    header: 'Subject',
    meta: { label: 'Subject', size: 212, skeleton: '140px' },
    cell: ({ row: { original } }) => {
      const { value, network, kind = 'address' } = original.value;
      return <Address value={value} what={kind} network={network} kind={kind} />;
    },
  }),
  column.display({
    id: 'network',
    header: 'Network',
    meta: { label: 'Network', size: 100, skeleton: '70px' },
    cell: ({ row }) => networkName(row.original.value.network ?? 'unreadable'),
  }),
  column.display({
    id: 'state',
    header: 'State',
    meta: { label: 'State', size: 144, skeleton: '84px' },
    cell: ({ row }) => <AmlBadge of={row.original.value.state} />,
  }),
  column.display({
    id: 'score',
    header: 'Score',
    meta: { label: 'Score', size: 156, skeleton: '90px', sortKey: 'score' },
    cell: ({ row }) => {
      const { value } = row.original;
      return (
        value.band != null && (
          <BandBadge band={value.band} score={value.score} reason={notFoundLabel(value)} />
        )
      );
    },
  }),
  column.display({
    id: 'sanctions',
    header: 'Sanctions',
    meta: { label: 'Sanctions', size: 210, skeleton: '120px' },
    cell: ({ row }) => {
      const { sanctions, kind = 'address' } = row.original.value;
      if (sanctions === undefined) return null;
      return (
        <span className={classes['text']} title={sanctionsMessage(sanctions, kind)}>
          {sanctions.state === 'not_named' ? (
            sanctionsLabel(sanctions)
          ) : (
            <SanctionsTag sanctions={sanctions} />
          )}
        </span>
      );
    },
  }),
  column.display({
    id: 'decision',
    header: 'Decision',
    meta: { label: 'Decision', size: 196, skeleton: '70px' },
    cell: ({ row }) => {
      const { id, state, decision } = row.original.value;
      if (state !== 'finished') return null;
      if (!decision) return <span className={classes['dimmed']}>none</span>;
      return (
        <span className={classes['scored']}>
          <AmlBadge of={decision.decision} />
          {decision.check_id !== id && (
            <span className={classes['dimmed']} title={originWords(decision)}>
              carried over
            </span>
          )}
        </span>
      );
    },
  }),
  column.display({
    id: 'categories',
    header: 'Found',
    meta: { label: 'Found', size: 260, skeleton: '150px' },
    cell: ({ row }) => {
      const text = foundLabel(row.original.value);
      return (
        <span className={classes['text']} title={text}>
          {text}
        </span>
      );
    },
  }),
  column.display({
    id: 'asked_by',
    header: 'Asked by',
    meta: { label: 'Asked by', size: 172, skeleton: '110px' },
    cell: ({ row: { original } }) => (
      <span className={classes['text']}>
        {keyWords(original.value.asked_by, original.value.key_fingerprint)}
      </span>
    ),
  }),
  column.display({
    id: 'ended_at',
    header: () => <TimeHeader word="Finished" />,
    meta: { label: 'Finished', size: 200, skeleton: '130px', sortKey: 'ended_at' },
    cell: ({ row }) => row.original.value.ended_at !== null && <Time value={row.original.value.ended_at} />,
  }),
]);
