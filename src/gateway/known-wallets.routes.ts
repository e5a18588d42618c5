import { findWallets, type KnownWallet } from '#contract/gateway/known-addresses.ts';
import { sumWallets, type WalletSums } from '#contract/gateway/wallet-sums.ts';
import { textOf } from '#contract/asked-query.ts';
import type { BodyOf, DataOf } from '#contract/operation.ts';
import { readRow } from '#contract/read-answer.ts';
import { listWallets, type Wallet, wallet } from '#contract/wallet-service/wallets.ts';
import { add } from '#domain/arithmetic.ts';
import { toDate } from '#domain/time.ts';
import { matcherOf } from '#domain/wanted-addresses.ts';
import { type Host, serve } from '#http/serve.ts';
import { requireSession, type SessionOf } from './caller.ts';
import type { SignedIn } from './console-host.ts';
import type { WalletReader } from './gateway-deps.ts';
import { readRows, type RemoteLists } from './whole-lists/sum-whole-list.ts';
import type { WholeRow } from './whole-lists/read-whole-list.ts';
import type { Owner } from './whole-lists/whole-lists.ts';

type Deps = {
  /** Undefined with a remote wallet service. */
  wallets: WalletReader | undefined;
  /** Undefined with our own. */
  remote: RemoteLists | undefined;
  sessionOf: SessionOf;
};

/** What pages need to know of wallets that aren't on the screen. A remote provider's are read whole, and kept. */
export function registerKnownWalletRoutes(host: Host<SignedIn>, { wallets, remote, sessionOf }: Deps): void {
  serve(host, findWallets, async ({ body, caller, request }) => {
    if (wallets !== undefined) {
      return { wallets: await wallets.find(caller.accountId, body), unreadable_reason: null };
    }
    if (remote === undefined) return { wallets: [], unreadable_reason: null };
    return await findRemoteWallets(body, requireSession(request, { sessionOf }), remote);
  });

  serve(host, sumWallets, async ({ query, caller, request }) => {
    if (wallets !== undefined) return { found: await wallets.sum(caller.accountId), unreadable_reason: null };
    if (remote === undefined) return { found: null, unreadable_reason: null };
    const notBefore = query.read_after === undefined ? 0 : toDate(query.read_after).getTime();
    const owner = requireSession(request, { sessionOf });
    const read = await readRows(listWallets, owner, remote, () => ({ notBefore }));
    return read.kind === 'unreadable'
      ? { found: null, unreadable_reason: read.reason }
      : { found: sumsOf(read.list.rows), unreadable_reason: null };
  });
}

async function findRemoteWallets(
  body: BodyOf<typeof findWallets>,
  owner: Owner,
  remote: RemoteLists,
): Promise<DataOf<typeof findWallets>> {
  const read = await readRows(listWallets, owner, remote, () => ({}));
  const isWanted = matcherOf(body);
  const rows = read.kind === 'unreadable' ? (read.firstRows ?? []) : read.list.rows;
  // Reading a row anew takes long; of thousands, few are wanted.
  const wanted = rows.filter(({ value: { address, name } }) =>
    isWanted({ address: textOf(address), name: textOf(name) }),
  );
  const wallets = wanted.flatMap((row): KnownWallet[] => {
    const { address, ...known } = valueOf(row);
    return address === undefined ? [] : [{ address, ...known }];
  });
  return { wallets, unreadable_reason: read.kind === 'unreadable' ? read.reason : null };
}

function valueOf({ source }: WholeRow): Partial<Wallet> {
  return readRow(wallet, source).value;
}

/** What the wallets say that they have available, to the last digit. */
function sumsOf(rows: readonly WholeRow[]): WalletSums {
  const lines = new Map<string, WalletSums['lines'][number]>();
  const unreadable: WalletSums['unreadable'] = [];
  for (const row of rows) {
    const { type, network, balances } = valueOf(row);
    if (type === undefined || network === undefined || balances === undefined) {
      unreadable.push({ type: type ?? null, network: network ?? null });
      continue;
    }
    for (const [currency, { available }] of Object.entries(balances)) {
      const key = JSON.stringify([type, network, currency]);
      const line = lines.get(key);
      if (line === undefined) lines.set(key, { type, network, currency, wallets: 1, available });
      else lines.set(key, { ...line, wallets: line.wallets + 1, available: add(line.available, available) });
    }
  }
  return { wallets: rows.length, lines: [...lines.values()], unreadable };
}
