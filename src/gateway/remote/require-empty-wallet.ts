import { formatAmount, formatList } from '#domain/format.ts';
import { parseResponse } from '#contract/parse-response.ts';
import type { RowOf } from '#contract/operation.ts';
import { deleteWallet, listWallets } from '#contract/wallet-service/wallets.ts';
import { checkAddress, networksOfAddress } from '#domain/addresses.ts';
import { isZero } from '#domain/decimal.ts';
import { currenciesOf, isNetwork } from '#domain/networks.ts';
import { ServiceError } from '#http/service-error.ts';
import { validateBody } from '#http/serve.ts';
import type { AskService } from '../sessions/key-check.ts';

type Row = Partial<RowOf<typeof listWallets>>;

/** 2,000 wallets, the most that our own service allows, on pages of 50; they are looked up one after the other. */
const MOST_PAGES = 40;

/**
 * Throws the ServiceError that keeps a remote provider from deleting a wallet, unless it is known to be empty: the
 * provider lists it with every currency of its network, and each balance is zero. A provider may delete a wallet with
 * its funds, which would be lost. Asks with the caller's own key.
 */
export async function requireEmptyWallet(ask: AskService, apiKey: string, body: unknown): Promise<void> {
  const { address } = validateBody(deleteWallet, body) as { address: string };
  const { found, isWhole, failure } = await findWallets(ask, apiKey, address);
  if (failure !== undefined) throw refused(`The wallet’s balance can’t be read: ${failure}`);
  if (found.length === 0) {
    if (isWhole) throw new ServiceError(404, 'Wallet not found');
    throw refused('The wallet service doesn’t list this wallet, so its balance is unknown.');
  }
  for (const wallet of found) requireEmpty(wallet);
}

function requireEmpty({ network = '', balances }: Row): void {
  if (balances === undefined) throw refused('The wallet’s balances can’t be read.');
  const funds = Object.entries(balances)
    .filter(([, { available }]) => !isZero(available))
    .map(([currency, { available }]) => `${formatAmount(available)} ${currency}`);
  if (funds.length > 0) {
    throw refused(
      `A wallet with a balance can’t be deleted. Withdraw the funds first: ${formatList(funds)}.`,
    );
  }
  const code = network.toLowerCase();
  const expected = isNetwork(code) ? currenciesOf(code) : [];
  const untold = expected.filter((currency) => !Object.hasOwn(balances, currency));
  if (untold.length > 0 || Object.keys(balances).length === 0) {
    const what = untold.length > 0 ? ` of ${formatList(untold)}` : '';
    throw refused(
      `The wallet service doesn’t give the wallet’s balance${what}, so it isn’t known to be empty.`,
    );
  }
}

function refused(reason: string): ServiceError {
  return new ServiceError(400, reason, { data: { address: reason } });
}

type Found = {
  /** The wallets with this address: the same one may be used on two networks. */
  found: Row[];
  /** Whether every wallet of the account was looked at. */
  isWhole: boolean;
  failure?: string;
};

async function findWallets(ask: AskService, apiKey: string, address: string): Promise<Found> {
  const isWanted = ({ value }: { value: Row }): boolean => isSameAddress(value.address, address);
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
