import { parseResponse } from '#contract/parse-response.ts';
import type { RowOf } from '#contract/operation.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { checkAddress, networksOfAddress } from '#domain/addresses.ts';
import type { AskService } from './sessions/key-check.ts';

/** 2,000 wallets, the most that our own service allows, on pages of 50; they are looked up one after the other. */
const MOST_PAGES = 40;

/** A wallet, as far as it could be read. */
export type FoundWallet = Partial<RowOf<typeof listWallets>>;

type Found = {
  /** The wallets with this address: the same one may be used on two networks. */
  found: FoundWallet[];
  /** Whether every wallet of the account was looked at. */
  isWhole: boolean;
  failure?: string;
};

/**
 * Looks an account’s wallets up by their address, in whatever spelling, in the wallet service’s own list. Asks with the key
 * given.
 */
export async function findWallets(ask: AskService, apiKey: string, address: string): Promise<Found> {
  const isWanted = ({ value }: { value: FoundWallet }): boolean => isSameAddress(value.address, address);
  const read = async (query: Record<string, string>) => {
    const { status, body } = await ask(listWallets, query, apiKey);
    return parseResponse(listWallets, status, body, { query });
  };
  const filtered = await read({ address });
  const rows = filtered.ok ? filtered.data.rows.filter(isWanted) : [];
  if (rows.length > 0) return { found: rows.map(({ value }) => value), isWhole: false };

  // The filter isn't published: a provider may ignore or refuse it.
  const seen = new Set<string>();
  let count = 0;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await read(count === 0 ? {} : { offset: String(count) });
    if (!answer.ok) return { found: [], isWhole: false, failure: answer.message };
    const { rows: all, step, stated } = answer.data;
    const here = all.filter(isWanted);
    if (here.length > 0) return { found: here.map(({ value }) => value), isWhole: false };
    const before = seen.size;
    for (const { value } of all)
      if (value.address !== undefined) seen.add(`${value.network} ${value.address}`);
    count += step;
    if (stated !== null && seen.size === stated) return { found: [], isWhole: true };
    // A page that adds nothing ends the list, or repeats it: it isn't known to be whole.
    if (step === 0 || seen.size === before) break;
  }
  return { found: [], isWhole: false };
}

function isSameAddress(one: string | undefined, other: string): boolean {
  if (one === undefined) return false;
  return one === other || canonicalOf(one).some((spelling) => canonicalOf(other).includes(spelling));
}

function canonicalOf(text: string): string[] {
  const address = text.trim();
  return networksOfAddress(address).flatMap((network) => {
    const check = checkAddress(network, address);
    return check.ok ? [check.address] : [];
  });
}
