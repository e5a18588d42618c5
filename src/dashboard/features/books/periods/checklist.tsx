import { Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ClosingChecks } from '#contract/gateway/closing.ts';
import { formatCount, formatEvery, pluralize } from '#domain/format.ts';
import { networkKeyLabel, typeLabel } from '#dashboard/entities/balances/balance-labels.ts';
import { ledgerCheckPath } from '#dashboard/entities/ledger-check/ledger-check.queries.ts';
import { unknownOutcomesPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { periodsPath } from '#dashboard/entities/books/books-paths.ts';
import { formatStatementUrl } from '../statement/statement-period.ts';
import type { NextPeriod } from './next-period.ts';
import classes from './periods.module.css';

/** Whether every check has passed. */
export function isClosable(checks: ClosingChecks): boolean {
  return Object.values(checks).every(({ passed }) => passed === true);
}

const names = {
  over: 'Period is over',
  adds_up: 'Statement adds up',
  opening: 'Opening matches',
  ledger_check: 'Ledger checked',
  outcomes: 'Outcomes known',
  drift: 'Drift explained',
} as const satisfies Record<keyof ClosingChecks, string>;

/** The checks while they are running. */
export function ChecklistSkeleton() {
  return (
    <output aria-label="Running checks">
      <ul className={classes['checks']}>
        {Object.values(names).map((name) => (
          <li key={name} data-state="waiting">
            <IconCircleDashed size={18} aria-hidden />
            <strong>{name}</strong>
            <Skeleton h={12} my={4} w="60%" component="div" />
          </li>
        ))}
      </ul>
    </output>
  );
}

/** What must hold before a period is closed, what was found, and where to look into it. */
export function Checklist({ checks, period }: { checks: ClosingChecks; period: NextPeriod }) {
  const statement = `/books${formatStatementUrl(period.days)}`;
  return (
    <ul className={classes['checks']}>
      <Check passed={checks.over.passed || null} name={names.over}>
        {checks.over.passed ? (
          'Nothing more can be booked in it'
        ) : (
          <>
            It can be closed from <Time value={checks.over.closable_at} />
          </>
        )}
      </Check>
      <Check passed={checks.adds_up.passed} name={names.adds_up} link={{ to: statement, text: 'Statement' }}>
        <AddsUp check={checks.adds_up} />
      </Check>
      <Check passed={checks.opening.passed} name={names.opening} link={{ to: statement, text: 'Statement' }}>
        <Opening check={checks.opening} />
      </Check>
      <Check
        passed={checks.ledger_check.passed}
        name={names.ledger_check}
        link={{ to: ledgerCheckPath, text: 'Ledger check' }}
      >
        <LedgerChecked check={checks.ledger_check} isOver={checks.over.passed} />
      </Check>
      <Check
        passed={checks.outcomes.passed}
        name={names.outcomes}
        {...(!checks.outcomes.passed && { link: { to: unknownOutcomesPath, text: 'Unknown outcomes' } })}
      >
        {checks.outcomes.passed
          ? 'No withdrawal with unknown outcome is open'
          : `${formatCount(checks.outcomes.unknown, 'withdrawal')} with unknown outcome`}
      </Check>
      <Check
        passed={checks.drift.passed}
        name={names.drift}
        {...(!checks.drift.passed && { link: { to: `${periodsPath}#closed`, text: 'Closed periods' } })}
      >
        {checks.drift.passed
          ? 'All drift of closed periods is explained'
          : `${formatCount(checks.drift.unexplained, 'late booking')} ${pluralize(checks.drift.unexplained, 'needs', 'need')} an explanation`}
      </Check>
    </ul>
  );
}

type CheckProps = {
  /** Null: it can’t be said yet. */
  passed: boolean | null;
  name: string;
  link?: { to: string; text: string };
  children: ReactNode;
};

const looks = {
  passed: { word: 'Passed', icon: IconCircleCheck },
  failed: { word: 'Failed', icon: IconAlertTriangle },
  waiting: { word: 'Not yet', icon: IconCircleDashed },
} as const;

function Check({ passed, name, link, children }: CheckProps) {
  const state = passed === null ? 'waiting' : passed ? 'passed' : 'failed';
  const { word, icon: Icon } = looks[state];
  return (
    <li data-state={state}>
      <Icon size={18} aria-label={`${word}:`} />
      <strong>{name}</strong>
      <div>{children}</div>
      {link && <Link to={link.to}>{link.text}</Link>}
    </li>
  );
}

function AddsUp({ check: { passed, rows, faults } }: { check: ClosingChecks['adds_up'] }) {
  if (passed === null) return 'The period isn’t over';
  if (passed) {
    return rows === 0
      ? 'There were no funds'
      : `Opening plus movements equals closing in ${formatEvery(rows, 'row')}, and “Other” is zero`;
  }
  return (
    <>
      {formatCount(faults.length, 'amount')} {faults.length === 1 ? 'doesn’t' : 'don’t'} add up:
      <ul>
        {faults.map(({ currency, place, difference }) => (
          <li key={`${currency} ${place?.type} ${place?.network}`}>
            {place === null
              ? `${currency} collected between places adds up to `
              : `${currency}, ${typeLabel(place.type)}, ${networkKeyLabel(place.network)}: `}
            <Amount value={difference} currency={currency} />
          </li>
        ))}
      </ul>
    </>
  );
}

const partLabels = { total: '', on_hold: ', on hold', in_transit: ', in transit' } as const;

function Opening({ check: { passed, is_first: isFirst, differences } }: { check: ClosingChecks['opening'] }) {
  if (passed === null) return 'The period isn’t over';
  if (isFirst) return 'First period to close, so there is no closing to compare it with';
  if (passed) return 'Same as the closing of the last closed period';
  return (
    <>
      It differs from the closing of the last closed period:
      <ul>
        {differences.map(({ type, network, currency, part, expected, found }) => (
          <li key={`${type} ${network} ${currency} ${part}`}>
            {typeLabel(type)}, {networkKeyLabel(network)}
            {partLabels[part]}: <Amount value={found} currency={currency} />, not{' '}
            <Amount value={expected} currency={currency} />
          </li>
        ))}
      </ul>
    </>
  );
}

type LedgerCheckedProps = { check: ClosingChecks['ledger_check']; isOver: boolean };

function LedgerChecked({ check, isOver }: LedgerCheckedProps) {
  const { passed, fault_count: faults, checked_at: at, history_checked_at: historyAt } = check;
  if (faults > 0) return `${formatCount(faults, 'fault')} ${pluralize(faults, 'is', 'are')} open`;
  return (
    <>
      {passed === true
        ? 'No faults.'
        : isOver
          ? 'The ledger check runs by itself, and hasn’t finished since the period ended.'
          : 'The period isn’t over. The ledger check runs by itself after its end.'}{' '}
      Last check: {at === null ? 'none yet' : <Time value={at} />}. All history:{' '}
      {historyAt === null ? 'first check in progress' : <Time value={historyAt} />}
    </>
  );
}
