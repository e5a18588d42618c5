import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { bookQueries } from '#dashboard/entities/address-book/address-book.queries.ts';
import { usePermission, useSession } from '#dashboard/session/session.queries.ts';
import { listWithdrawalOutcomes } from '#contract/gateway/withdrawal-outcomes.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { findRequest } from '../create/find-request.ts';
import { paidBefore } from '../create/recipient.queries.ts';
import { findOutcome } from '../outcomes/outcome.queries.ts';
import { type ListRow, parseList } from './list-file.ts';
import { patiently } from '#dashboard/api/patiently.ts';
import { planList } from './plan-list.ts';
import { type ScreenedList, screenList } from './screen-list.ts';
import { beginningOf } from '#domain/look-alike.ts';
import { knownWallets, notAllWallets } from '#dashboard/entities/wallets/known-wallets.queries.ts';
import { UnprovedError } from '#dashboard/lib/unproved.ts';
import { type Network, networkNamed } from '#domain/networks.ts';
import { balanceLinesQuery } from '#dashboard/entities/balances/balance-lines.ts';
import type { FeeKnowledge } from '../create/quote.ts';
import { feeOf, ownWalletsOf } from '../create/source.queries.ts';
import type { Limits } from '#contract/gateway/limits.ts';
import type { Known } from './read-row.ts';

/** A list to be checked. */
export type GivenList = {
  fileName: string;
  text: string;
  idBeginning: string;
  /** The rows were pasted, and not read from a file. */
  isPasted: boolean;
};

export type CheckedList = GivenList & {
  rows: number;
  ignoredColumns: readonly string[];
  list: ScreenedList;
};

/** How far a check is: first each row on its own, then against what the account knows. */
export type CheckProgress = { step: 'reading' | 'screening'; done: number; of: number };

/** Checks lists of withdrawals, one at a time, and sends nothing. */
export function useListCheck() {
  const client = useQueryClient();
  const { mode, limits } = useSession();
  const isRemote = mode === 'remote';
  const may: MayRead = {
    wallets: usePermission('wallets:read', { needs: 'listWallets' }).allowed,
    balances: usePermission('balances:read').allowed,
    withdrawals: usePermission('withdrawals:read').allowed,
    transactions: usePermission('transactions:read').allowed,
  };
  const [progress, setProgress] = useState<CheckProgress>();
  const running = useRef<AbortController>(undefined);
  const { mutate, reset, data, error, isPending, variables } = useMutation({
    mutationFn: async (given: GivenList) => {
      const controller = new AbortController();
      running.current?.abort();
      running.current = controller;
      setProgress(undefined);
      return await checkList(given, {
        client,
        may,
        limits,
        isRemote,
        onProgress: setProgress,
        signal: controller.signal,
      });
    },
  });
  useEffect(() => () => running.current?.abort(), []);

  return {
    check: (given: GivenList) => mutate(given),
    /** The result; a text if the file isn't a valid list. */
    found: data,
    error,
    isChecking: isPending,
    progress,
    checkAgain: () => variables && mutate(variables),
    /** Ends a check, and forgets what was found. */
    forget: () => {
      running.current?.abort();
      reset();
    },
  };
}

type Checking = {
  client: QueryClient;
  may: MayRead;
  limits: Limits;
  isRemote: boolean;
  onProgress: (progress: CheckProgress) => void;
  signal: AbortSignal;
};

async function checkList(
  given: GivenList,
  { client, may, limits, isRemote, onProgress, signal }: Checking,
): Promise<CheckedList | string> {
  const table = parseList(given.text);
  if (!table.ok) return table.reason;
  const { rows, ignoredColumns } = table;
  const known = await patiently(async () => ({ ...(await fetchKnown(client, rows, may)), limits }), signal);
  const plan = await planList(rows, known, given.idBeginning, {
    onProgress: (done) => onProgress({ step: 'reading', done, of: rows.length }),
    signal,
  });
  const list = await screenList(plan, {
    wallets: known.wallets,
    book: known.book,
    findRequest: async (externalId) => {
      if (!may.withdrawals) return undefined;
      const asked = requestOf(externalId);
      return (await patiently(async () => client.fetchQuery(asked), signal)) ?? undefined;
    },
    ...(isRemote &&
      may.withdrawals && {
        findOutcome: async (externalId) => {
          const asked = outcomeOf(externalId);
          return (await patiently(async () => client.fetchQuery(asked), signal)) ?? undefined;
        },
      }),
    fetchPaymentHistory: async (address) => {
      if (!may.transactions) return undefined;
      const asked = paidBefore(address, {
        mayReadTransactions: may.transactions,
        mayReadWithdrawals: may.withdrawals,
      });
      return await patiently(async () => client.fetchQuery(asked), signal);
    },
    lookUp: async (network, address) => {
      if (!may.withdrawals) return undefined;
      const asked = bookQueries.lookup(network, address);
      return await patiently(async () => client.fetchQuery(asked), signal);
    },
    now: serverNow(),
    onProgress: (done) => onProgress({ step: 'screening', done, of: plan.ready.length }),
    signal,
  });
  return { ...given, rows: rows.length, ignoredColumns, list };
}

/** Sent through the client, which repeats requests without a response and knows when a session has ended. */
const requestOf = (externalId: string) => ({
  queryKey: keyOf(listWithdrawalRequests, { externalId }),
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await findRequest(externalId, signal)) ?? null,
  staleTime: 0,
  gcTime: 0,
});

const outcomeOf = (externalId: string) => ({
  queryKey: keyOf(listWithdrawalOutcomes, { externalId }),
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await findOutcome(externalId, signal)) ?? null,
  staleTime: 0,
  gcTime: 0,
});

/** What the key may read of the data that a list is checked against. */
type MayRead = { wallets: boolean; balances: boolean; withdrawals: boolean; transactions: boolean };

/** Reads what the rows are held against, as it is now: wallets, the pool, the address book, fees. Throws ApiError. */
async function fetchKnown(
  client: QueryClient,
  rows: readonly ListRow[],
  may: MayRead,
): Promise<Omit<Known, 'limits'>> {
  // What is spent in the meantime must not be counted twice.
  const fresh = { staleTime: 0 };
  const pairs = new Map(
    rows.flatMap(({ written: { network, currency } }) => {
      const code = networkNamed(network);
      return code === undefined
        ? []
        : [[pairKey(code, currency.toUpperCase()), [code, currency.toUpperCase()]]];
    }),
  );
  const recipients = rows.map(({ written }) => written.recipient);
  const sources = rows.map(({ written }) => written.source);
  const beginnings = recipients.map(beginningOf);
  const payers = { addresses: [...sources, ...recipients], names: sources, beginnings };
  const payees = { addresses: recipients, names: recipients, beginnings };
  const [known, lines, book, ...fees] = await Promise.all([
    may.wallets ? client.fetchQuery({ ...knownWallets(payers), ...fresh }) : undefined,
    may.balances ? client.fetchQuery({ ...balanceLinesQuery, ...fresh }) : undefined,
    may.withdrawals ? client.fetchQuery(bookQueries.known(payees)) : undefined,
    ...[...pairs].map(async ([key, [network = '', currency = '']]) => {
      const fee = await client.fetchQuery(feeOf(network, currency, may.withdrawals));
      return [key, fee] as const;
    }),
  ]);
  if (known?.areAll === false)
    throw new UnprovedError(`${notAllWallets} Rows can’t be checked without them.`);
  const feeOfPair = new Map<string, FeeKnowledge>(fees);
  return {
    wallets: known && ownWalletsOf(known.wallets),
    lines,
    book,
    feeOf: (network, currency) => feeOfPair.get(pairKey(network, currency)) ?? { kind: 'unknown' },
  };
}

function pairKey(network: Network, currency: string): string {
  return JSON.stringify([network, currency]);
}
