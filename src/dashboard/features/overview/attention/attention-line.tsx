import { Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronRight,
  IconClockExclamation,
  IconScale,
  IconShieldExclamation,
  IconUpload,
  IconWallet,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatInteger } from '#domain/format.ts';
import shared from '../overview.module.css';
import classes from './attention.module.css';
import type { AttentionItem } from './attention.queries.ts';

const icons = {
  'unknown-outcome': IconAlertTriangle,
  late: IconClockExclamation,
  failed: IconAlertTriangle,
  new: IconUpload,
  limit: IconWallet,
  aml: IconShieldExclamation,
  sanctions: IconShieldExclamation,
  ledger: IconScale,
  drift: IconClockExclamation,
} satisfies Record<AttentionItem['kind'], unknown>;

/** One thing to look at, and the way to it. */
export function AttentionLine({ item: { kind, count, label, detail, to } }: { item: AttentionItem }) {
  const Icon = icons[kind];
  return (
    <Link to={to} className={shared['line']}>
      <span className={classes['icon']} data-kind={kind}>
        <Icon size={16} aria-hidden />
      </span>
      <span className={classes['label']}>
        <span>
          <Text component="strong" size="md" fw={600}>
            {formatInteger(count)}
          </Text>{' '}
          {label}
        </span>{' '}
        <span className={classes['detail']}>{withWholeAddresses(detail)}</span>
      </span>
      <IconChevronRight size={16} aria-hidden className={shared['chevron']} />
    </Link>
  );
}

/** Keeps shortened addresses on one line: a browser may break a line after an ellipsis. */
function withWholeAddresses(text: string): ReactNode[] {
  return text.split(/(\S+…\S+)/).map((part) =>
    part.includes('…') ? (
      <span key={part} className={classes['address']}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
