/** By what the page groups the balances. */
export const balanceViews = ['currency', 'network', 'type'] as const;

export type BalanceView = (typeof balanceViews)[number];

export type BalancesAddress = { view: BalanceView; showsZeros: boolean };

const defaults: BalancesAddress = { view: 'currency', showsZeros: false };

/** What the page's query string asks for; what it does not know falls back. */
export function readBalancesAddress(parameters: URLSearchParams): BalancesAddress {
  const by = parameters.get('by');
  return {
    view: balanceViews.find((view) => view === by) ?? defaults.view,
    showsZeros: parameters.get('zeros') === 'show',
  };
}

/** The query string of a state of the page, with its `?`; empty for the default. */
export function writeBalancesAddress({ view, showsZeros }: BalancesAddress): string {
  const parameters = new URLSearchParams();
  if (view !== defaults.view) parameters.set('by', view);
  if (showsZeros) parameters.set('zeros', 'show');
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** The wallets behind a balance: `network` is one wallet network, not the shared pool. */
export function walletsAddress(type: string, network: string): string {
  return `/wallets?${new URLSearchParams({ type, network }).toString()}`;
}
