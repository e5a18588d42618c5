import { formatList, pluralize } from '#domain/format.ts';
import { Group, Stack } from '@mantine/core';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { IconAlertTriangle, IconCheck, IconCircleCheck, IconLock, IconWallet } from '@tabler/icons-react';
import { isPermitted } from '#contract/gateway/sessions.ts';
import type { Lacking } from '#contract/permissions.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { capitalize } from '#dashboard/lib/format.ts';
import { asSentence, describeError } from '#dashboard/lib/error-message.ts';
import { UnprovedError } from '#dashboard/lib/unproved.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { liveEveryMs, useIsLive } from '#dashboard/list/live-setting.ts';
import { lackingIn, usePermission, useSession } from '#dashboard/session/session.queries.ts';
import { newWalletPath } from '#dashboard/entities/wallets/wallets.ts';
import { LinesSkeleton, OverviewPanel } from '../overview-panel.tsx';
import shared from '../overview.module.css';
import classes from './attention.module.css';
import { AttentionLine } from './attention-line.tsx';
import { attentionChecks, type Check } from './attention-checks.ts';
import type { AttentionItem, Findings } from './attention.queries.ts';

/** What is checked, with the findings, or why it can't be checked. */
type Looked = Check & {
  missing: Lacking | undefined;
  result: UseQueryResult<Findings | null>;
  items: AttentionItem[];
};

/** What needs attention now, each with the list that shows it; or the good news that nothing does. */
export function Attention() {
  const session = useSession();
  const { iana } = useTimeZone();
  const refetchInterval = useIsLive() ? liveEveryMs : false;
  const checks = attentionChecks(session, iana);
  const results = useQueries({
    queries: checks.map(({ query, permission }) => ({
      ...query,
      enabled: isPermitted(session, permission),
      refetchInterval,
    })),
  });
  const looked = checks.flatMap((check, index): Looked[] => {
    const result = results[index];
    // The ledger of a remote provider can't be checked here.
    if (result === undefined || result.data === null) return [];
    const missing = lackingIn(session, check.permission);
    const { items = [], calm = check.calm } = result.data ?? {};
    return [{ ...check, calm, missing, result, items }];
  });
  return (
    <OverviewPanel title="Needs attention now">
      <Found checks={looked} hasNoWallets={looked.some(({ result }) => result.data?.wallets === 0)} />
    </OverviewPanel>
  );
}

/** As many lines as the balances next to it. */
const mostLines = 6;

function Found({ checks, hasNoWallets }: { checks: Looked[]; hasNoWallets: boolean }) {
  const open = checks.filter(({ missing }) => missing === undefined);
  // All at once: lines that come one by one would push each other about.
  if (open.some(({ result }) => result.isPending)) {
    return (
      <div className={classes['found']} data-looking>
        <LinesSkeleton label="Loading what needs attention" lines={Math.min(checks.length, mostLines)} />
      </div>
    );
  }
  const items = checks.flatMap((check) => check.items);
  const isCalm = items.length === 0 && open.length > 0 && open.every(({ result }) => !result.isError);
  const unknown = checks.filter(({ missing, result }) => missing !== undefined || result.isError);
  // Good news only where there is room: what follows must not be pushed down by it.
  const fine = open
    .filter((check) => check.items.length === 0 && !check.result.isError)
    .slice(0, isCalm ? 0 : Math.max(0, mostLines - items.length - unknown.length));
  return (
    <>
      {isCalm && (hasNoWallets ? <FirstSteps /> : <Calm summaries={open.map(({ calm }) => calm)} />)}
      {items.length + unknown.length + fine.length > 0 && (
        <ul className={`${shared['lines']} ${classes['found']}`}>
          {items.map((item) => (
            <li key={item.to}>
              <AttentionLine item={item} />
            </li>
          ))}
          {unknown.map((check) => (
            <Unknown key={check.subject} check={check} />
          ))}
          {fine.map(({ subject, calm }) => (
            <Group
              component="li"
              wrap="nowrap"
              mih={40}
              py="xs"
              c="dimmed"
              fz="sm"
              key={subject}
              className={classes['fine']}
            >
              <IconCheck size={16} aria-hidden />
              {asSentence(capitalize(calm))}
            </Group>
          ))}
        </ul>
      )}
    </>
  );
}

function Calm({ summaries }: { summaries: string[] }) {
  return (
    <div className={classes['calm']}>
      <IconCircleCheck size={28} stroke={1.5} aria-hidden />
      <h3>Nothing needs attention</h3>
      <p>{asSentence(capitalize(formatList(summaries)))}</p>
    </div>
  );
}

function FirstSteps() {
  const mayWrite = usePermission('wallets:write', { needs: 'createWallet' });
  return (
    <Stack gap={0} justify="center" flex="1" className={shared['instead']}>
      <EmptyState
        icon={<IconWallet size={20} />}
        title={mayWrite.allowed ? 'Create your first wallet' : 'No wallets yet'}
        action={
          <PermittedLink to={newWalletPath} permission={mayWrite}>
            Create the first wallet
          </PermittedLink>
        }
      >
        A wallet is an address on one network that receives deposits. Your deposits will appear here.
      </EmptyState>
    </Stack>
  );
}

/** Says why something was not looked for. */
function Unknown({ check: { subject, missing, result } }: { check: Looked }) {
  const { error } = result;
  const isForbidden = error instanceof ApiError && error.kind === 'forbidden';
  const lacking = missing ?? (isForbidden ? error.lacking : null);
  if (lacking !== null) {
    return (
      <Group component="li" wrap="nowrap" mih={40} py="xs" c="dimmed" fz="sm" className={classes['unknown']}>
        <IconLock size={16} aria-hidden />
        <span>
          {subject}: your {lacking.of === 'role' ? 'role' : 'API key'} needs{' '}
          {lacking.permissions.length === 0 ? (
            'another permission'
          ) : (
            <>
              the <code>{formatList(lacking.permissions)}</code>{' '}
              {pluralize(lacking.permissions.length, 'permission')}
            </>
          )}
          .
        </span>
      </Group>
    );
  }
  if (error === null) return null;
  if (error instanceof UnprovedError) {
    return (
      <Group component="li" wrap="nowrap" mih={40} py="xs" c="dimmed" fz="sm" className={classes['unknown']}>
        <IconAlertTriangle size={16} aria-hidden />
        <span>
          {subject}: not available. {error.message}
        </span>
      </Group>
    );
  }
  return (
    <Group component="li" wrap="nowrap" mih={40} py="xs" c="dimmed" fz="sm" className={classes['unknown']}>
      <Group wrap="nowrap" flex="1" miw={0} role="alert">
        <IconAlertTriangle size={16} aria-hidden />
        <span className={classes['failure']}>
          {subject} couldn’t be loaded. {describeError(error).title}: {error.message}
        </span>
        <Button variant="default" size="compact-sm" onClick={() => void result.refetch()}>
          Try again
        </Button>
      </Group>
    </Group>
  );
}
