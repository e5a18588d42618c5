import type { QueryClient } from '@tanstack/react-query';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import { findWallets } from '#contract/gateway/known-addresses.ts';
import type { Session } from '#contract/gateway/sessions.ts';
import { getWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { listTransactions, type Transaction } from '#contract/wallet-service/transactions.ts';
import { listWallets, type Wallet } from '#contract/wallet-service/wallets.ts';
import { listWithdrawalRequests, type WithdrawalRequest } from '#contract/wallet-service/withdrawals.ts';
import { matcherOf } from '#domain/wanted-addresses.ts';
import { startSession } from './testing-session.ts';

/** What a provider has, and how it differs from our own service. */
export type FakeProvider = {
  transactions?: readonly Partial<Transaction>[];
  wallets?: readonly Partial<Wallet>[];
  withdrawals?: readonly Partial<WithdrawalRequest>[];
  /** Parameters that have no effect. */
  ignores?: readonly string[];
  /** Parameters that are refused with a validation failure. */
  refuses?: readonly string[];
  /** It has no operation for one withdrawal, and says so like for a request that there isn't. */
  lacksOneWithdrawal?: boolean;
};

const lists = [
  { operation: listTransactions, rows: 'transactions', key: 'transactions' },
  { operation: listWallets, rows: 'wallets', key: 'wallets' },
  { operation: listWithdrawalRequests, rows: 'withdrawals', key: 'data' },
] as const;

const searched = ['transaction_id', 'hash', 'sender_wallet', 'recipient_wallet'];

/** Answers `fetch` as the provider would, at the edge of the page. Gives the requests as they are made. */
export function stubProvider(provider: FakeProvider): { asked: URL[] } {
  const asked: URL[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const url = new URL(path, 'http://console.example');
    asked.push(url);
    return url.pathname === findWallets.path
      ? foundWallets(provider, typeof init.body === 'string' ? init.body : '{}')
      : answer(provider, url);
  });
  return { asked };
}

/** Makes the client treat the gateway's service as a remote provider. */
export function signInTo(mode: Session['mode'], client: QueryClient, missing: string[] = []): void {
  startSession(client, { mode, missing_operations: missing });
}

function answer(provider: FakeProvider, { pathname, searchParams }: URL): Response {
  if (pathname === getWithdrawalRequest.path) return oneWithdrawal(provider, searchParams.get('request_id'));
  const list = lists.find(({ operation }) => operation.path === pathname);
  if (list === undefined) return failure(404, 'not_found', 'no such operation', null);
  const refused = provider.refuses?.find((name) => searchParams.has(name));
  if (refused !== undefined)
    return failure(400, 'request', 'wrong parameter', { [refused]: 'unknown parameter' });

  const rows: readonly Readonly<Record<string, unknown>>[] = provider[list.rows] ?? [];
  const filters = [...searchParams].filter(
    ([name]) => !/^(?:limit|offset|sort_)/.test(name) && !provider.ignores?.includes(name),
  );
  const matching = rows.filter((row) =>
    filters.every(([name, value]) =>
      name === 'search'
        ? searched.some((field) => String(row[field]).toLowerCase().includes(value.toLowerCase()))
        : row[name] === undefined || row[name] === value,
    ),
  );
  const offset = provider.ignores?.includes('offset') ? 0 : Number(searchParams.get('offset') ?? 0);
  const page = matching.slice(offset, offset + Number(searchParams.get('limit') ?? 100));
  const data = { [list.key]: page, count: matching.length, meta: { total: matching.length, offset } };
  return Response.json({ code: '200', error_code: null, error_message: null, data });
}

/** What the gateway finds on the pages that the provider gives. */
function foundWallets({ wallets = [], ignores = [] }: FakeProvider, body: string): Response {
  const isWanted = matcherOf(z.parse(findWallets.body, JSON.parse(body)));
  const hasOnePage = ignores.includes('offset') && wallets.length > largestPage;
  const found = (hasOnePage ? wallets.slice(0, largestPage) : wallets).filter(({ address = '', name }) =>
    isWanted({ address, name }),
  );
  const data = { wallets: found, unreadable_reason: hasOnePage ? 'no_pages' : null };
  return Response.json({ code: '200', error_code: null, error_message: null, data });
}

const largestPage = 300;

function oneWithdrawal(provider: FakeProvider, id: string | null): Response {
  const data = provider.withdrawals?.find((row) => row.request_id === id);
  if (data === undefined || provider.lacksOneWithdrawal) {
    return failure(404, 'not_found', 'there is no such withdrawal', null);
  }
  const answered = { success: true, data };
  return Response.json({ code: '200', error_code: null, error_message: null, data: answered });
}

function failure(status: number, code: string, message: string, data: unknown): Response {
  return Response.json({ code: String(status), error_code: code, error_message: message, data }, { status });
}
