import { Title } from '@mantine/core';
import { Link, useParams } from 'react-router';
import type { AuditLogEntry } from '#contract/gateway/audit-log.ts';
import { parseListQuery } from '#contract/list-address.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { TimeDetails } from '#dashboard/ui/time-details.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { ListDrawer } from '#dashboard/list/list-drawer.tsx';
import type { ReadOne } from '#dashboard/list/list-row.queries.ts';
import { requestFields } from './request-fields.ts';
import { missingPermissionMessage, Result, sourceLabel, Target } from './activity-log-labels.tsx';
import { activityLog, activityLogPath } from './activity-log.queries.ts';
import { operationLabel } from './operation-labels.ts';

export function Component() {
  const { id = '' } = useParams();
  return (
    <ListDrawer
      key={id}
      source={activityLog}
      id={id}
      listPath={activityLogPath}
      noun="entry"
      readOne={fetchEntry}
      // The result is recorded when the request ends.
      liveEveryMs={({ value }) => (value.status === 'unknown' ? 5_000 : false)}
    >
      {({ value }) => (
        <>
          <Entry value={value} />
          <Chain value={value} />
        </>
      )}
    </ListDrawer>
  );
}

// The gateway's own data: an entry it doesn't find doesn't exist.
const fetchEntry: ReadOne<AuditLogEntry> = async (id, { signal }) => {
  const query = parseListQuery(activityLog.schema, new URLSearchParams({ sequence: id }));
  // An ID that isn't a number would not filter at all.
  if (query.sequence === undefined) return { state: 'absent' };
  const { rows } = await activityLog.read(query, signal);
  const [row] = rows;
  return row === undefined ? { state: 'absent' } : { state: 'found', value: row };
};

function Entry({ value }: { value: Partial<AuditLogEntry> }) {
  const fields = requestFields(value.details);
  const link = linkOf(value);
  return (
    <DescriptionList>
      <Description name="Action" note={value.operation}>
        {operationLabel(value.operation ?? 'unreadable')}
      </Description>
      <Description name="Result" note={resultNote(value)}>
        <Result status={value.status} />
      </Description>
      {Boolean(value.error_message) && <Description name="Message">{value.error_message}</Description>}
      {value.subject !== null && (
        <Description name="Target">
          <Target value={value.subject} what="target" full />
        </Description>
      )}
      {value.created_id !== null && (
        <Description name="Created ID">
          <Target value={value.created_id} what="ID" full />
        </Description>
      )}
      {link && (
        <Description name="Open">
          <Link to={link.to}>{link.label}</Link>
        </Description>
      )}
      {typeof value.details_need === 'string' && (
        <Description name="Details">Hidden. {missingPermissionMessage(value.details_need)}</Description>
      )}
      {fields.length > 0 && (
        <Description name="Request">
          <DescriptionList isPlain>
            {fields.map(([name, text]) => (
              <Description key={name} name={name}>
                {text}
              </Description>
            ))}
          </DescriptionList>
        </Description>
      )}
      {Boolean(value.user_name) && <Description name="User">{value.user_name}</Description>}
      <Description name="Source">{sourceLabel(value.via)}</Description>
      {value.key_fingerprint !== '' && (
        <Description name="Key">
          {value.key_name !== null && <div>{value.key_name ?? 'unreadable'}</div>}
          <Address value={value.key_fingerprint} what="fingerprint" full />
        </Description>
      )}
      {Boolean(value.ip_address) && <Description name="IP address">{value.ip_address}</Description>}
      {value.session !== null && value.session !== undefined && (
        <Description name="Session">
          <Address value={value.session} what="session" full />
        </Description>
      )}
      <Description name="Request ID">
        <Address value={value.request_id} what="request ID" full />
      </Description>
      <Description name="Time">
        <TimeDetails value={value.created_at} />
      </Description>
    </DescriptionList>
  );
}

/** The hashes that prove that neither of the two entries was altered. */
function Chain({ value }: { value: Partial<AuditLogEntry> }) {
  const { outcome_sequence: outcome } = value;
  return (
    <section aria-labelledby="chain-heading">
      <Title order={3} my="sm" c="dimmed" size="xs" fw={500} id="chain-heading">
        Hash chain
      </Title>
      <DescriptionList>
        <Description name="Entry">{value.sequence}</Description>
        <Description name="Hash">
          <Address value={value.hash} what="hash" full />
        </Description>
        <Description name="Previous hash">
          <Address value={value.previous_hash} what="previous hash" full />
        </Description>
        {outcome === null && <Description name="Result entry">None recorded</Description>}
        {outcome !== null && outcome !== undefined && (
          <>
            <Description name="Result entry" note={<CopyableTime value={value.outcome_at ?? undefined} />}>
              Entry {outcome}
            </Description>
            <Description name="Hash">
              <Address value={value.outcome_hash ?? undefined} what="hash of the result" full />
            </Description>
            <Description name="Previous hash">
              <Address
                value={value.outcome_previous_hash ?? undefined}
                what="previous hash of the result"
                full
              />
            </Description>
          </>
        )}
      </DescriptionList>
    </section>
  );
}

function resultNote({ status, http_status: http }: Partial<AuditLogEntry>): string | undefined {
  if (status === 'unknown') {
    return 'It is still running, or the process ended partway through. Check whether the change was made.';
  }
  if (status === 'failed') return `Status ${http}. The change may have been made anyway.`;
  return typeof http === 'number' ? `Status ${http}` : undefined;
}

const ofWallets = new Set(['createWallet', 'renameWallet', 'setWalletStatus']);

/** The page of the wallet or withdrawal that the entry is about. */
function linkOf({ operation = '', subject, created_id: created, status }: Partial<AuditLogEntry>) {
  if (status !== 'completed') return undefined;
  const id = created ?? subject;
  if (typeof id !== 'string') return undefined;
  const part = encodeURIComponent(id);
  if (operation === 'createWithdrawalRequest') return { to: `/withdrawals/${part}`, label: 'Withdrawal' };
  return ofWallets.has(operation) ? { to: `/wallets/${part}`, label: 'Wallet' } : undefined;
}
