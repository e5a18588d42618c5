/** By what the page groups the balances. */
export const balanceViews = ['currency', 'network', 'type'] as const;

export type BalanceView = (typeof balanceViews)[number];

export type BalancesAddress = {
  view: BalanceView;
  showsZeros: boolean;
  /** The one currency that is shown; undefined for all of them. */
  currency: string | undefined;
  /** The past moment that they are of, as the address has it; undefined for now. */
  at: string | undefined;
};

const defaults: BalancesAddress = { view: 'currency', showsZeros: false, currency: undefined, at: undefined };

/** Parses the page's query string; unknown values fall back to their defaults. */
export function parseBalancesUrl(parameters: URLSearchParams): BalancesAddress {
  const by = parameters.get('by');
  const currency = parameters.get('currency') ?? '';
  const at = parameters.get('at') ?? '';
  return {
    view: balanceViews.find((view) => view === by) ?? defaults.view,
    showsZeros: parameters.get('zeros') === 'show',
    currency: currency === '' ? undefined : currency,
    at: at === '' ? undefined : at,
  };
}

/** The query string of a state of the page, with its `?`; empty for the default. What is left out is the default. */
export function formatBalancesUrl(address: Partial<BalancesAddress>): string {
  const { view, showsZeros, currency, at } = { ...defaults, ...address };
  const parameters = new URLSearchParams();
  if (view !== defaults.view) parameters.set('by', view);
  if (showsZeros) parameters.set('zeros', 'show');
  if (currency !== undefined) parameters.set('currency', currency);
  if (at !== undefined) parameters.set('at', at);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** The wallets behind a balance: `network` is one wallet network, not the shared pool. */
export function walletsAddress(type: string, network: string): string {
  return `/wallets?${new URLSearchParams({ type, network }).toString()}`;
}

/** The open withdrawals that funds are on hold for. */
export function openWithdrawalsAddress(
  status: 'new' | 'processing',
  network: string | undefined,
  currency: string,
): string {
  const search = { status, ...(network !== undefined && { network }), currency };
  return `/withdrawals?${new URLSearchParams(search).toString()}`;
}

/** The AML checks that wallets paid for; of one wallet where it is given. */
export function amlFeesPath(wallet?: string): string {
  const path = '/balances/aml-fees';
  return wallet === undefined ? path : `${path}?${new URLSearchParams({ wallet }).toString()}`;
}
