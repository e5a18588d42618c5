import { Group } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { shortenMiddle } from '#domain/shorten.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { moneyOf } from '../withdrawal-money.ts';
import classes from './bulk-delete.module.css';
import type { Planned } from './plan.ts';
import type { Outcome } from './run-deletions.ts';

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
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['table']} data-stacked role="region" aria-label={title} tabIndex={0}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">External id</th>
            <th scope="col" data-align="start">
              Recipient
            </th>
            <th scope="col">{isAside ? 'Amount' : 'Releases'}</th>
            {hasLast && (
              <th scope="col" data-align="start">
                {outcomes ? 'Result' : 'Why'}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {plan.map(({ id, value, setAside }) => (
            <tr key={id}>
              <th scope="row">{value.external_id ?? id}</th>
              <td data-align="start" className={classes['mono']}>
                {shortenMiddle(value.recipient_wallet ?? '')}
              </td>
              <td>
                {setAside === null && <Amount value={moneyOf(value).debited} currency={value.currency} />}
                {isAside && value.amount && <Amount value={value.amount} currency={value.currency} />}
              </td>
              {hasLast && (
                <td data-align="start" className={classes['result']}>
                  {setAside ?? <Result outcome={outcomes?.get(id)} />}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
        className={classes['outcome']}
        data-tone={tone}
      >
        {Icon && <Icon size={14} aria-hidden />}
        {word}
      </Group>
      {outcome && 'reason' in outcome && <span className={classes['note']}>{outcome.reason}</span>}
    </>
  );
}

type Shown = { word: string; tone?: 'positive' | 'negative' | 'warning'; icon?: typeof IconCheck };

const results: Record<Outcome['state'] | 'waiting', Shown> = {
  waiting: { word: 'Waiting' },
  deleting: { word: 'Deleting …' },
  deleted: { word: 'Deleted', tone: 'positive', icon: IconCheck },
  failed: { word: 'Not deleted', tone: 'negative', icon: IconAlertTriangle },
  unknown: { word: 'Not known: it may have been deleted', tone: 'warning', icon: IconAlertTriangle },
  untried: { word: 'Not tried' },
};
