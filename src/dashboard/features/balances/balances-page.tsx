import { Page } from '../../ui/page.tsx';

export function BalancesPage() {
  return <Page title="Balances">{null}</Page>;
}
