import { Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { shortenMiddle } from '#domain/shorten.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import classes from '#dashboard/ui/table.module.css';
import { moneyOf } from '../withdrawal-money.ts';
import type { Outcome, Planned } from './bulk-deletion.ts';

type Props = {
  title: string;
  plan: readonly Planned[];
  /** What came of each, once that is known. */
  outcomes?: ReadonlyMap<string, Outcome>;
};

/** Requests with what they hold, and with what became of them or why they are set aside. */
export function RequestTable({ title, plan, outcomes }: Props) {
  // Nothing is released of what is set aside.
  const isAside = plan.every(({ setAside }) => setAside !== null);
  const hasLast = outcomes !== undefined || isAside;
  return (
    <FramedTable title={title} isStacked>
      <thead>
        <tr>
          <th scope="col">Reference</th>
          <th scope="col">Recipient</th>
          <th scope="col" data-align="end">
            {isAside ? 'Amount' : 'Releases'}
          </th>
          {hasLast && <th scope="col">{outcomes ? 'Result' : 'Reason'}</th>}
        </tr>
      </thead>
      <tbody>
        {plan.map(({ id, value, setAside }) => (
          <tr key={id}>
            <th scope="row">{value.external_id ?? id}</th>
            <td className={classes['mono']}>{shortenMiddle(value.recipient_wallet ?? '')}</td>
            <td data-align="end">
              {setAside === null && <Amount value={moneyOf(value).debited} currency={value.currency} />}
              {isAside && value.amount && <Amount value={value.amount} currency={value.currency} />}
            </td>
            {hasLast && (
              <td className={classes['last']}>{setAside ?? <Result outcome={outcomes?.get(id)} />}</td>
            )}
          </tr>
        ))}
      </tbody>
    </FramedTable>
  );
}

function Result({ outcome }: { outcome: Outcome | undefined }) {
  const { word, tone, icon: Icon } = results[outcome?.state ?? 'waiting'];
  return (
    <>
      <Group
        component="span"
        display="inline-flex"
        wrap="nowrap"
        gap={4}
        fw={500}
        c={tone === undefined ? 'dimmed' : `var(--${tone})`}
      >
        {Icon && <Icon size={14} aria-hidden />}
        {word}
      </Group>
      {outcome && 'reason' in outcome && (
        <Text c="dimmed" size="sm">
          {outcome.reason}
        </Text>
      )}
    </>
  );
}

type Shown = { word: string; tone?: 'positive' | 'negative' | 'warning'; icon?: typeof IconCheck };

const results: Record<Outcome['state'] | 'waiting', Shown> = {
  waiting: { word: 'Waiting' },
  deleting: { word: 'Deleting …' },
  deleted: { word: 'Deleted', tone: 'positive', icon: IconCheck },
  failed: { word: 'Not deleted', tone: 'negative', icon: IconAlertTriangle },
  unknown: { word: 'Outcome unknown', tone: 'warning', icon: IconAlertTriangle },
  untried: { word: 'Not tried' },
};
