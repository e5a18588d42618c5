import { type Limits, noLimits } from '#contract/gateway/limits.ts';
import { networkRefusal } from '#dashboard/session/limits.ts';
import * as z from 'zod/mini';
import type { BodyOf } from '#contract/operation.ts';
import { type Wallet, walletLimit } from '#contract/wallet-service/wallets.ts';
import { createWallet } from '#contract/wallet-service/wallet-changes.ts';
import {
  networkNamed,
  type WalletNetwork,
  walletNetworks,
  type WalletType,
  walletTypes,
} from '#domain/networks.ts';
import { typeLabels } from '#dashboard/entities/wallets/wallets.ts';
import { parseCsvTable } from '#dashboard/list/export/file/read-csv.ts';

const columns = ['name', 'network', 'type'] as const;

type Column = (typeof columns)[number];

type NewWallet = BodyOf<typeof createWallet>;

export type PlannedWallet = {
  line: number;
  /** The text as written in the file. */
  written: Record<Column, string>;
} & (
  | { state: 'ready'; wallet: NewWallet }
  /** The wallet already exists, or is named earlier in the file. */
  | { state: 'duplicate'; reason: string }
  | { state: 'wrong'; reason: string }
);

export type WalletPlan =
  | { ok: true; rows: PlannedWallet[]; ignoredColumns: string[] }
  /** The file as a whole can't be read. */
  | { ok: false; reason: string };

const nameSchema = z.object({ name: createWallet.body.shape.name });

/**
 * What creating the wallets of a CSV file would do, row by row. A wallet with the same name, network and type counts as
 * already created, so that a file that is imported twice creates its wallets once. `limits`: those of the user's roles.
 */
export function planWallets(
  file: string,
  existing: readonly Partial<Wallet>[],
  limits: Limits = noLimits,
): WalletPlan {
  const table = parseCsvTable(file, {
    columns,
    optional: ['type'],
    mostRows: walletLimit * walletNetworks.length,
  });
  if (!table.ok) return table;
  const known = new Map(existing.map((wallet) => [keyOf(wallet), 'This wallet already exists.']));
  const rows = table.rows.map(({ line, written }): PlannedWallet => {
    const wallet = parseRow(written, limits);
    if (typeof wallet === 'string') return { line, written, state: 'wrong', reason: wallet };
    const key = keyOf(wallet);
    const reason = known.get(key);
    if (reason !== undefined) return { line, written, state: 'duplicate', reason };
    known.set(key, `Duplicate of line ${line}.`);
    return { line, written, state: 'ready', wallet };
  });
  return { ok: true, rows, ignoredColumns: table.ignoredColumns };
}

function keyOf({ name = '', network = '', type = '' }: Partial<Wallet>): string {
  return JSON.stringify([name.toLowerCase(), network, type]);
}

/** The wallet, or why the row isn’t one. */
function parseRow(written: Record<Column, string>, limits: Limits): NewWallet | string {
  const name = z.safeParse(nameSchema, written);
  if (!name.success) return `Name: ${name.error.issues[0]?.message}`;
  const network = walletNetworkNamed(written.network);
  if (network === undefined) return `Network: there are no wallets on “${written.network}”.`;
  const refusal = networkRefusal(limits, network);
  if (refusal !== undefined) return `Network: ${refusal}`;
  const type = typeNamed(written.type);
  if (type === undefined) return `Type: unknown type “${written.type}”. Use personal or accounting.`;
  return { ...name.data, network, type };
}

function walletNetworkNamed(text: string): WalletNetwork | undefined {
  const network = networkNamed(text);
  return walletNetworks.find((known) => known === network);
}

/** Parses its code or its label; a personal wallet by default. */
function typeNamed(text: string): WalletType | undefined {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return 'user';
  return walletTypes.find((type) => type === wanted || typeLabels[type].label.toLowerCase() === wanted);
}
