import { Page } from '../../ui/page.tsx';

export function WalletsPage() {
  return <Page title="Wallets">{null}</Page>;
}
