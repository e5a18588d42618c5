import { formatAmount, formatList } from '#domain/format.ts';
import { deleteWallet } from '#contract/wallet-service/wallet-changes.ts';
import { isZero } from '#domain/decimal.ts';
import { currenciesOf, isNetwork } from '#domain/networks.ts';
import { ServiceError } from '#http/service-error.ts';
import { validateBody } from '#http/serve.ts';
import { findWallets, type FindWalletsDeps, type FoundWallet } from '../find-wallets.ts';

/**
 * Throws the ServiceError that keeps a remote provider from deleting a wallet, unless it is known to be empty: the
 * provider lists it, on each network that it is on, with every currency, and each balance is zero. A provider may delete a wallet with
 * its funds, which would be lost. Asks with the caller's own key.
 */
export async function requireEmptyWallet(
  deps: FindWalletsDeps,
  apiKey: string,
  body: unknown,
): Promise<void> {
  const { address } = validateBody(deleteWallet, body) as { address: string };
  const { found, isWhole, failure } = await findWallets(deps, apiKey, address);
  if (failure !== undefined) throw refused(`The wallet’s balance can’t be read: ${failure}`);
  if (found.length === 0) {
    if (isWhole) throw new ServiceError(404, 'Wallet not found');
    throw refused('The wallet service doesn’t list this wallet, so its balance is unknown.');
  }
  for (const wallet of found) requireEmpty(wallet);
  if (!isWhole) {
    throw refused(
      'The wallet service doesn’t list all wallets, and this one may be on another network, too, so it isn’t known to be empty.',
    );
  }
}

function requireEmpty({ network = '', balances }: FoundWallet): void {
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
