import { pluralize } from '#domain/format.ts';
import { findAmlResults } from '#contract/gateway/aml-results.ts';
import { listAmlChecks } from '#contract/gateway/aml-library.ts';
import { listAmlWatches } from '#contract/gateway/aml-watches.ts';
import { listSanctionsAlerts, listSanctionsLists } from '#contract/gateway/sanctions-lists.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { instantFromDate } from '#domain/time.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';
import { networkName } from '#dashboard/lib/format.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import {
  amlCheckPath,
  amlPath,
  sanctionsListsPath,
  monitoringPath,
} from '#dashboard/entities/aml/aml-paths.ts';
import { amlChecks } from '#dashboard/entities/aml/aml-checks.ts';
import { withdrawalPath } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { type AttentionItem, attentionQuery, countListed, itemOf, pageSize } from './attention.queries.ts';

/**
 * Checks that finished with a high, severe or unknown risk without a decision: one item a band; and monitored subjects
 * with a changed result that no one has seen.
 */
export const amlMatters = attentionQuery(
  keyOf([listAmlChecks, listAmlWatches], { part: 'attention' }),
  async (signal) => {
    const until = instantFromDate(new Date(serverNow()));
    const items = (['severe', 'high', 'unknown'] as const).map(async (band) => {
      const search = { state: 'finished', decision: 'none', band, until };
      const found = await countListed(amlChecks, search, 'UTC', signal);
      return itemOf('aml', found, amlPath, search, (checks) => ({
        label: `${band}-risk AML ${pluralize(checks, 'check')}`,
        detail: 'awaiting a decision',
      }));
    });
    // Awaited together: if one fails, none of the others fails with nobody waiting for it.
    const [{ watches }, ...ofBands] = await Promise.all([call(listAmlWatches, {}, signal), ...items]);
    const changed = watches.filter(({ is_news: isNews }) => isNews).length;
    const news = itemOf('aml', changed, monitoringPath, {}, (subjects) => ({
      label: `monitored ${subjects === 1 ? 'subject has' : 'subjects have'} a new alert`,
      detail: 'the latest AML check found a change',
    }));
    return [...ofBands.flat(), ...news];
  },
);

/** That no sanctions list is loaded, and the addresses of the account that a loaded list names. */
export const sanctionsScreening = (mayReadWithdrawals: boolean) =>
  attentionQuery(
    keyOf([listSanctionsLists, listSanctionsAlerts, listWithdrawalRequests, findAmlResults], {
      mayReadWithdrawals,
    }),
    async (signal) => {
      const [{ lists }, { count, latest }] = await Promise.all([
        call(listSanctionsLists, {}, signal),
        call(listSanctionsAlerts, {}, signal),
      ]);
      if (lists.length === 0) {
        return [
          {
            kind: 'sanctions',
            count: 0,
            label: 'sanctions lists loaded',
            detail: 'addresses aren’t screened for sanctions',
            to: sanctionsListsPath,
          },
        ];
      }
      const known = latest.map(({ network, value, check_id: id, lists: names }): AttentionItem => ({
        kind: 'sanctions',
        count: 1,
        label: `${id === null ? 'monitored' : 'checked'} address on ${networkName(network)} is on a sanctions list`,
        detail: `${shortenMiddle(value)}, ${names.join(', ')}`,
        to:
          id === null
            ? `${monitoringPath}?${new URLSearchParams({ address: value }).toString()}`
            : amlCheckPath(id),
      }));
      const more = itemOf('sanctions', count - latest.length, amlPath, { sanctions: 'named' }, (others) => ({
        label: `more ${others === 1 ? 'address is' : 'addresses are'} on a sanctions list`,
        detail: 'awaiting a decision',
      }));
      return [...known, ...more, ...(mayReadWithdrawals ? await sanctionedRecipients(signal) : [])];
    },
  );

/** Recipients of the latest withdrawal requests that a loaded list names: one item for each request. */
async function sanctionedRecipients(signal: AbortSignal): Promise<AttentionItem[]> {
  const recent = instantFromDate(new Date(serverNow() - RECENT_DAYS * 86_400_000));
  const query = { created_from: recent, limit: pageSize } as const;
  const { rows } = await call(listWithdrawalRequests, { query }, signal);
  const paid = rows.flatMap(({ value: { request_id: id, network, recipient_wallet: value } }) =>
    id !== undefined && network !== undefined && value !== undefined ? [{ id, network, value }] : [],
  );
  if (paid.length === 0) return [];
  const subjects = paid.map(({ network, value }) => ({ network, value }));
  const { results } = await call(findAmlResults, { body: { subjects } }, signal);
  const named = paid.filter((_one, index) => results[index]?.sanctions?.named_by.length);
  return named.slice(0, MOST_RECIPIENTS).map(({ id, value }) => ({
    kind: 'sanctions',
    count: 1,
    label: 'withdrawal to an address on a sanctions list',
    detail: shortenMiddle(value),
    to: withdrawalPath(id),
  }));
}

/** Days. The overview ignores earlier withdrawals. */
const RECENT_DAYS = 30;
const MOST_RECIPIENTS = 5;
