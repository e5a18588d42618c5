import pLimit from 'p-limit';
import type { BookEntry } from '#contract/gateway/address-book.ts';
import type { WithdrawalOutcome } from '#contract/gateway/withdrawal-outcomes.ts';
import type { WithdrawalRequest } from '#contract/wallet-service/withdrawals.ts';
import { ZERO } from '#domain/decimal.ts';
import { glanceOf, isSameAddress, lookAlikesOf } from '#domain/look-alike.ts';
import type { Network } from '#domain/networks.ts';
import { parseTimestamp } from '#domain/time.ts';
import type { BookLookup } from '#dashboard/entities/address-book/address-book.queries.ts';
import { entryKey } from '#dashboard/entities/address-book/book-paths.ts';
import { shortageOf, type WithdrawalBody } from '../create/withdrawal-fields.ts';
import { isRequestOf } from '../create/find-request.ts';
import { standingOf } from '../outcomes/outcome.queries.ts';
import { parseEnteredAmount } from '../create/quote.ts';
import type { KnownAddress, PaidBefore } from '../create/recipient.queries.ts';
import type { OwnWallet } from '../create/source.queries.ts';
import { asPart, type ListPlan, type ReadyRow, type WrongRow } from './plan-list.ts';

/** What the account knows of the recipient of a row. */
export type Recipient = {
  /** The name of the account's own wallet that it is. */
  ownName: string | undefined;
  /** Its entry in the address book, where it is in there. */
  entry: BookEntry | undefined;
  isCoolingOff: boolean;
  /** How often it was paid before; undefined where the key may not read that. */
  times: number | undefined;
  /** Whether the history proves that it was paid no more often than that. */
  isHistoryComplete: boolean;
  /** Neither one of the account’s wallets, nor in the book, nor known to have been paid. */
  isNew: boolean;
  lookAlikes: readonly KnownAddress[];
};

export type ScreenedRow = ReadyRow & { recipient: Recipient };

/** A row whose request exists already, under the external id of the row. */
export type MadeRow = ReadyRow & {
  requestId: string;
  status: string | undefined;
  madeAt: string | undefined;
};

export type ScreenedList = { ready: ScreenedRow[]; made: MadeRow[]; wrong: WrongRow[] };

export type Screening = {
  wallets: readonly OwnWallet[] | undefined;
  book: readonly BookEntry[] | undefined;
  /** The account's request with the external id; undefined where it has none. Throws ApiError. */
  findRequest: (externalId: string) => Promise<Partial<WithdrawalRequest> | undefined>;
  /** Looks up what is stored of the external id, with a remote provider. Runs before the request. Throws ApiError. */
  findOutcome?: ((externalId: string) => Promise<WithdrawalOutcome | undefined>) | undefined;
  /** What the history says about an address; undefined where the key may read none. Throws ApiError. */
  fetchPaymentHistory: (address: string) => Promise<PaidBefore | undefined>;
  /** What the gateway says about a recipient; undefined where the key may not ask. Throws ApiError. */
  lookUp: (network: Network, address: string) => Promise<BookLookup | undefined>;
  /** Now on the server's clock, in milliseconds since 1970. */
  now: number;
  onProgress: (rows: number) => void;
  signal: AbortSignal;
};

/** How many rows run at once, so that a list does not flood a provider. */
const MOST_AT_ONCE = 4;

/**
 * Holds each row that can be sent against what the account knows: requests that exist already, the address book and
 * its rules, own wallets, the history, and the other rows. Asks once for each recipient. Throws what a question throws.
 */
export async function screenList(plan: ListPlan, screening: Screening): Promise<ScreenedList> {
  const { signal, onProgress } = screening;
  const taking = pLimit(MOST_AT_ONCE);
  const recipientOf = recipients(plan.ready, screening);
  let done = 0;
  const rows = plan.ready.map((row) =>
    taking(async () => {
      signal.throwIfAborted();
      const screened = await screenRow(row, screening, recipientOf);
      done += 1;
      onProgress(done);
      return screened;
    }),
  );
  const list: ScreenedList = { ready: [], made: [], wrong: [...plan.wrong] };
  for (const row of await Promise.all(rows)) {
    if ('problems' in row) list.wrong.push(row);
    else if ('requestId' in row) list.made.push(row);
    else list.ready.push(row);
  }
  list.wrong.sort((a, b) => a.line - b.line);
  return list;
}

async function screenRow(
  row: ReadyRow,
  screening: Screening,
  recipientOf: ReturnType<typeof recipients>,
): Promise<ScreenedRow | MadeRow | WrongRow> {
  const { line, written, body } = row;
  const known = await findKnown(body, screening);
  if ('problem' in known) return { line, written, problems: [known.problem] };
  if (known.request?.request_id !== undefined) {
    const { request_id: requestId, status, created_at: madeAt } = known.request;
    return { ...row, requestId, status, madeAt };
  }
  const { refusal, ...recipient } = await recipientOf(body);
  const shortage = shortageOf({
    amount: parseEnteredAmount(body.amount) ?? ZERO,
    isFeeIncluded: body.fee_included,
    currency: body.currency,
    fee: row.fee,
    available: row.payer.available,
  });
  const problems = [
    ...(row.payer.isBlocked ? ['source: this wallet is blocked'] : []),
    ...(refusal === null ? [] : [`recipient: ${asPart(refusal)}`]),
    ...(shortage === undefined ? [] : [`amount: ${asPart(shortage)}`]),
  ];
  return problems.length > 0 ? { line, written, problems } : { ...row, recipient };
}

const claimed = 'external_id: belongs to another withdrawal; use a new one';

/** The request that the body has already, or why nothing is sent under its external id. */
async function findKnown(
  body: WithdrawalBody,
  { findRequest, findOutcome }: Screening,
): Promise<{ request: Partial<WithdrawalRequest> | undefined } | { problem: string }> {
  const outcome = await findOutcome?.(body.external_id);
  if (outcome === undefined) {
    const request = await findRequest(body.external_id);
    const isOther =
      request !== undefined && (request.request_id === undefined || !isRequestOf(body, request));
    return isOther ? { problem: claimed } : { request };
  }
  const standing = standingOf(body, outcome);
  if (standing.kind === 'made') {
    return { request: { request_id: standing.requestId, created_at: outcome.last_attempt_at } };
  }
  if (standing.kind === 'refused' || standing.kind === 'sendable') return { request: undefined };
  const problems = {
    claimed,
    open: 'external_id: the outcome of an earlier attempt is unknown, so it won’t be sent again',
    handled: `external_id: marked as handled (“${outcome.handled?.note ?? ''}”); to pay again, use a new one`,
  };
  return { problem: problems[standing.kind] };
}

type Addressed = { network: Network; recipient_wallet: string };

function recipients(rows: readonly ReadyRow[], { wallets = [], book, ...asking }: Screening) {
  const entries = new Map((book ?? []).map((entry) => [entryKey(entry), entry]));
  const known: KnownAddress[] = [
    ...wallets.map(({ address, name }) => ({ address, as: `Your wallet “${name}”` })),
    ...(book ?? []).map(({ address, name }) => ({ address, as: `“${name}” in the address book` })),
    ...rows.map(({ line, body }) => ({
      address: body.recipient_wallet,
      as: `The recipient in line ${line}`,
    })),
  ];
  const byGlance = Map.groupBy(known, ({ address }) => glanceOf(address));
  const asked = new Map<string, Promise<Recipient & { refusal: string | null }>>();

  const find = async ({ network, recipient_wallet: address }: Addressed) => {
    const entry = entries.get(entryKey({ network, address }));
    const usableFrom = Date.parse(parseTimestamp(entry?.usable_from ?? '')?.instant ?? '');
    const isCoolingOff = usableFrom > asking.now;
    // What is in the book and has cooled off is refused nowhere.
    const isUsable = entry !== undefined && !isCoolingOff;
    const [history, lookup] = await Promise.all([
      asking.fetchPaymentHistory(address),
      isUsable ? undefined : asking.lookUp(network, address),
    ]);
    const ownName = wallets.find((wallet) => isSameAddress(wallet.address, address))?.name;
    const alike = [...(byGlance.get(glanceOf(address)) ?? []), ...(history?.lookAlikes ?? [])];
    return {
      ownName,
      entry,
      isCoolingOff,
      times: history?.times,
      isHistoryComplete: history?.missing === null,
      isNew: ownName === undefined && entry === undefined && (history?.times ?? 0) === 0,
      lookAlikes: lookAlikesOf(address, alike),
      refusal: lookup?.refusal ?? null,
    };
  };
  return async (addressed: Addressed) => {
    const key = entryKey({ network: addressed.network, address: addressed.recipient_wallet });
    const answer = asked.get(key) ?? find(addressed);
    asked.set(key, answer);
    return answer;
  };
}
