import { textOf } from '#contract/asked-query.ts';
import { canJudge } from '#contract/check-answer.ts';
import { wholeListRows } from '#contract/gateway/whole-list.ts';
import type { RowOf } from '#contract/operation.ts';
import { parseResponse } from '#contract/parse-response.ts';
import { readRow } from '#contract/read-answer.ts';
import { listWallets, wallet } from '#contract/wallet-service/wallets.ts';
import { checkAddress, networksOfAddress } from '#domain/addresses.ts';
import { type AskList, readRefusal } from './capabilities/ask-list.ts';
import type { Capabilities } from './capabilities/capabilities.ts';
import { pagesOf } from './capabilities/needs.ts';
import type { AskService } from './sessions/key-check.ts';
import { readWholeList } from './whole-lists/read-whole-list.ts';

/** The most that is read of the list at one go, in characters. */
const MOST_LENGTH = 16 * 1024 * 1024;

export type FindWalletsDeps = {
  ask: AskService;
  /** What a remote provider can do; undefined for our own service. */
  capabilities: Capabilities | undefined;
};

/** A wallet, as far as it could be read. */
export type FoundWallet = Partial<RowOf<typeof listWallets>>;

type Found = {
  /** The wallets with this address: the same one may be used on two networks. */
  found: FoundWallet[];
  /** Whether it is known that no other wallet has the address. */
  isWhole: boolean;
  /** What the wallet service said instead of its list. */
  failure?: string | undefined;
};

/**
 * Looks an account’s wallets up by their address, in whatever spelling, in the wallet service’s own list. Asks with the key
 * given.
 */
export async function findWallets(
  { ask, capabilities }: FindWalletsDeps,
  apiKey: string,
  address: string,
): Promise<Found> {
  let failure: string | undefined;
  const askList: AskList = async (query) => {
    const { status, body } = await ask(listWallets, { ...query }, apiKey);
    const answer = parseResponse(listWallets, status, body, { query });
    if (answer.ok) return { kind: 'rows', body, ...answer.data };
    failure = answer.message;
    return readRefusal(listWallets, answer, { nameOf: capabilities?.nameOf ?? ((_, name) => name) });
  };
  const isWanted = addressMatcher(address);

  const filtered = await askList({ address });
  const rows = filtered.kind === 'rows' ? filtered.rows.map(({ value }) => value) : [];
  const found: FoundWallet[] = rows.filter(isWanted);
  if (capabilities === undefined) return { found, isWhole: filtered.kind === 'rows', failure };
  // The filter isn't published: a provider may ignore or refuse it.
  const isFiltered =
    filtered.kind === 'rows' && found.length === rows.length && found.length === filtered.stated;
  const isOnOneNetwork = networksOfAddress(address.trim()).length === 1;
  if (found.length > 0 && (isFiltered || isOnOneNetwork)) return { found, isWhole: true };

  const list = await readWholeList({
    operation: listWallets,
    ask: askList,
    pages: pagesOf(listWallets, await capabilities.known(apiKey)),
    mostRows: wholeListRows,
    mostBytes: MOST_LENGTH,
  });
  const listed = (list.kind === 'whole' ? list.rows : (list.firstRows ?? []))
    .filter(({ value }) => isWanted(value))
    .map(({ source }): FoundWallet => readRow(wallet, source).value);
  return {
    // Without its other pages, the list may not show what the filter does.
    found: listed.length < found.length ? found : listed,
    isWhole:
      (listed.length > 0 && isOnOneNetwork) ||
      (list.kind === 'whole' && list.rows.every((row) => canJudge(listWallets, 'address', row))),
    failure: list.kind === 'unreadable' && list.reason === 'failed' ? failure : undefined,
  };
}

/** Tells whether a wallet has the address, however either is spelled. */
function addressMatcher(address: string): (wallet: { address?: unknown }) => boolean {
  const spellings = new Set(spellingsOf(address.trim()));
  const lowerCase = address.trim().toLowerCase();
  return (one) => {
    const text = textOf(one.address);
    // Spellings differ only in case, and checksums of a whole list take long.
    return text.toLowerCase() === lowerCase && spellingsOf(text).some((spelling) => spellings.has(spelling));
  };
}

function spellingsOf(address: string): string[] {
  const canonical = networksOfAddress(address).map((network) => checkAddress(network, address));
  return [address, ...canonical.flatMap((check) => (check.ok ? [check.address] : []))];
}
