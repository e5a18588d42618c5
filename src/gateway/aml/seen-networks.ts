import { type Kysely, sql, type SqlBool } from 'kysely';
import type { SeenPlace } from '#contract/gateway/aml-results.ts';
import { lackingOf, neededFor } from '#contract/permissions.ts';
import type { Operation, RowOf } from '#contract/operation.ts';
import type { ReadRow } from '#contract/read-answer.ts';
import { parseResponse } from '#contract/parse-response.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import type { Tables } from '#database/tables.ts';
import { type AmlNetwork, amlNetworks } from '#domain/networks.ts';
import { type Candidate, recognise } from '#domain/recognise.ts';
import { ServiceError } from '#http/service-error.ts';
import type { SignedIn } from '../console-host.ts';
import { asOwnCall } from '../own-calls.ts';
import type { AskService } from '../sessions/key-check.ts';

/** Where the account has seen an address or a transaction. */
export type Seen = { network: AmlNetwork; place: SeenPlace };

type Deps = { db: Kysely<Tables>; ask: AskService };
type Asker = { caller: SignedIn; apiKey: string };

/** A row of a list, as far as it says where something was seen. */
type Sighting = { network: string | undefined; texts: (string | undefined)[]; place: SeenPlace };

/** How many values are looked up at once. */
const AT_ONCE = 4;
const PAGE = '300';

/**
 * Says on which networks the account has seen each of the values, from what the caller may read: in its transactions,
 * wallets, latest withdrawals, address book and earlier checks. A row of the provider counts only if it holds the value
 * itself, so that a provider that ignores the search finds nothing and nothing wrong. Values that can be of one network
 * only, or of none, aren't looked for.
 */
export async function findSeenOn(deps: Deps, asker: Asker, values: readonly string[]): Promise<Seen[][]> {
  const candidates = values.map(ambiguousCandidates);
  if (candidates.every((some) => some.length === 0)) return values.map(() => []);
  const known = [
    ...(await sightingsInGateway(deps.db, asker.caller, candidates.flat())),
    ...(await sightingsIn(deps, asker, listWithdrawalRequests, { limit: PAGE }, (row) => ({
      network: row.network,
      texts: [row.sender_wallet, row.recipient_wallet, row.hash ?? undefined],
      place: 'withdrawal',
    }))),
  ];
  const found: Seen[][] = values.map(() => []);
  const queue = [...candidates.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, some] = next;
      const [first] = some;
      if (first === undefined) continue;
      const sightings = [...(await sightingsOf(deps, asker, first)), ...known];
      found[index] = seenAmong(some, sightings);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}

/** What the value may be on each network that reports cover; empty where that is one network, or none. */
function ambiguousCandidates(value: string): Candidate[] {
  const read = recognise(value);
  if (!read.ok) return [];
  const covered = read.candidates.filter(({ network }) => amlNetworks.some((known) => known === network));
  return new Set(covered.map(({ network }) => network)).size > 1 ? covered : [];
}

async function sightingsOf(deps: Deps, asker: Asker, { kind, value }: Candidate): Promise<Sighting[]> {
  const inTransactions = await sightingsIn(
    deps,
    asker,
    listTransactions,
    { search: value, limit: PAGE },
    (row) => ({
      network: row.network,
      texts: kind === 'transaction' ? [row.hash] : [row.sender_wallet, row.recipient_wallet],
      place: 'transaction',
    }),
  );
  if (kind === 'transaction') return inTransactions;
  const inWallets = await sightingsIn(
    deps,
    asker,
    listWallets,
    { address: value, limit: PAGE },
    ({ network, address }) => ({ network, texts: [address], place: 'wallet' }),
  );
  return [...inTransactions, ...inWallets];
}

/** Empty if the caller may not read the list, and if the provider doesn't answer, because then it isn't known. */
async function sightingsIn<O extends Operation & { rows: object }>(
  { ask }: Deps,
  { caller, apiKey }: Asker,
  list: O,
  query: Record<string, string>,
  sightingOf: (row: RowOf<O>) => Sighting,
): Promise<Sighting[]> {
  if (lackingOf(caller, neededFor(list)).length > 0) return [];
  try {
    const { status, body } = await asOwnCall(async () => ask(list, query, apiKey));
    const answer = parseResponse(list, status, body, { query });
    if (!answer.ok) return [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: what has `rows` is read as a list.
    const { rows } = answer.data as { rows: ReadRow<RowOf<O>>[] };
    return rows.flatMap((row) => (row.isWhole ? [sightingOf(row.value)] : []));
  } catch (error) {
    if (error instanceof ServiceError) return [];
    throw error;
  }
}

async function sightingsInGateway(
  db: Kysely<Tables>,
  caller: SignedIn,
  candidates: readonly Candidate[],
): Promise<Sighting[]> {
  const values = [...new Set(candidates.map(({ value }) => value))];
  const checks = await db
    .selectFrom('screening_checks')
    .select(['network', 'value'])
    .distinct()
    .where('account_id', '=', caller.accountId)
    .where('value', 'in', values)
    .where('state', '=', 'finished')
    // A report of an unknown subject may be one on the wrong network.
    .where(sql<SqlBool>`exists (select from unnest(categories) as found where found not like 'unknown%')`)
    .execute();
  const mayReadBook = lackingOf(caller, ['withdrawals:read']).length === 0;
  const book = mayReadBook
    ? await db
        .selectFrom('address_book')
        .select(['network', 'address'])
        .where('account_id', '=', caller.accountId)
        .where('address', 'in', values)
        .execute()
    : [];
  return [
    ...checks.map(({ network, value }): Sighting => ({ network, texts: [value], place: 'check' })),
    ...book.map(({ network, address }): Sighting => ({ network, texts: [address], place: 'address_book' })),
  ];
}

/** Each network once, with the first place in which it was seen there, in the order of the candidates. */
function seenAmong(candidates: readonly Candidate[], sightings: readonly Sighting[]): Seen[] {
  return amlNetworks.flatMap((network): Seen[] => {
    const value = candidates.find((candidate) => candidate.network === network)?.value;
    if (value === undefined) return [];
    const sighting = sightings.find(
      (each) =>
        each.network?.toLowerCase() === network && each.texts.some((text) => isSame(text, network, value)),
    );
    return sighting === undefined ? [] : [{ network, place: sighting.place }];
  });
}

/** Whether a text of a row is the value, however that provider spells it. */
function isSame(text: string | undefined, network: AmlNetwork, value: string): boolean {
  if (text === undefined || text === '') return false;
  if (text === value) return true;
  const read = recognise(text);
  return read.ok && read.candidates.some((each) => each.network === network && each.value === value);
}
