import type { WalletNetwork, WalletStatus, WalletType } from '#domain/networks.ts';

/** How much moves through a wallet. */
export type Size = 'reserve' | 'large' | 'medium' | 'small' | 'dust' | 'empty';

export type SandboxWallet = {
  name: string;
  network: WalletNetwork;
  type: WalletType;
  size: Size;
  status: WalletStatus;
};

// A line per wallet: name, size, and the status if it is not active. Years are those that the sandbox starts in.
const lines: Record<`${WalletNetwork}/${WalletType}`, string> = {
  'trx/user': `
    Lindqvist Shipping AB | large
    Halvorsen Marine | medium
    Kestrel Coffee Roasters | small
    Northgate Market Making | reserve
    Adeyemi & Sons Imports | medium
    Casa Bonita Travel | small
    Mirela Ionescu | dust
    Tomasz Wójcik | small
    Bluefin Remittance | large
    Invoice {last year}-0417 Halvorsen | empty | inactive
    Invoice {year}-0088 Lindqvist | medium
    Payroll contractors LATAM | medium
    Affiliate payouts | small
    Orchid Gaming Ltd | large
    Orchid Gaming refunds | dust
    Petrov Logistics | medium | blocked
    Anatolia Textiles | medium
    Saigon Components JSC | large
    Priya Raman | small
    Old exchange desk | dust | inactive
    Gas station Tron | medium
    Customer support credits | small
    Zenith OTC client 1142 | large
    Zenith OTC client 1187 | medium | blocked
    Dubai desk petty cash | small
    Campaign spring {year} | empty
    Yamamoto Trading KK | medium
    Invoice {year}-0131 Saigon | empty
    Weekend settlement float | large`,
  'trx/accounting': `
    Checkout deposits A | large
    Checkout deposits B | large
    Checkout deposits C | medium
    Marketplace escrow | medium
    Subscriptions | small
    Top-ups mobile app | medium
    Top-ups web | medium
    Partner Kestrel POS | small
    Partner Bluefin | medium
    Kiosk terminals Istanbul | small
    Kiosk terminals Lagos | small
    Donations page | dust
    Legacy checkout {two years ago} | empty | inactive
    Reseller Orchid | medium
    Invoices EUR desk | large
    Affiliate tracking test | dust | inactive`,
  'eth/user': `
    Treasury main | reserve
    Treasury operating | large
    Cold storage approvals | medium
    Fernandez Capital | large
    Helvetia Family Office | reserve
    Gas station Ethereum | medium
    Validator rewards | medium
    Grant program round 4 | small
    Oduya Legal escrow | medium
    Lumen Design Studio | small
    Chen Wei | small
    Marta Kowalska | dust
    Security bounty pool | medium
    Atlas Freight GmbH | large
    Atlas Freight disputes | small | blocked
    Employee stock buyback | medium
    Former treasury {three years ago} | dust | inactive
    Rosewood Clinics | medium
    Vendor prepayments Q3 | large
    Baltic Timber OÜ | medium
    DAO bridge test | dust | inactive`,
  'eth/accounting': `
    Merchant settlement EU | large
    Merchant settlement UK | medium
    Enterprise invoices | large
    NFT marketplace fees | small
    SaaS billing | medium
    Partner Fernandez | medium
    Conference tickets {year} | small
    Checkout ERC20 A | medium
    Checkout ERC20 B | small
    Legacy invoices {two years ago} | empty | inactive
    High-risk review queue | medium | blocked`,
  'bnb/user': `
    Gas station BNB | medium
    Kang Electronics | large
    Silva & Costa Lda | medium
    Reyes Remittances Manila | medium
    Nadia El-Amin | small
    Esports prize pool | medium
    Streaming payouts | small
    Bangkok desk | large
    Jakarta desk | medium
    Hanoi desk | small
    Suspicious sender hold | small | blocked
    Loyalty program | dust
    Mekong Rice Cooperative | medium
    Closed account 3391 | empty | inactive`,
  'bnb/accounting': `
    Game store deposits | large
    Game store deposits 2 | medium
    Launchpad sale 7 | medium
    Mini app payments | small
    Partner Silva | small
    Vending pilot | dust
    Prepaid cards | medium
    Old launchpad | empty | inactive`,
  'btc/user': `
    Bitcoin reserve 1 | reserve
    Bitcoin reserve 2 | reserve
    Mining payouts Oslo | large
    Fjord Mining AS | large
    Lightning channel funding | medium
    Schmidt Precision GmbH | medium
    Beatriz Almeida | small
    Hodler referral bonus | dust
    Estate of J. Harrow | large | blocked
    Monthly savings plan | medium
    Watch repair Genève | small
    Pre-SegWit sweep | dust | inactive
    Insurance fund | reserve
    Quantum Leap Ventures | large`,
  'btc/accounting': `
    Bitcoin checkout | large
    Bitcoin invoices | medium
    ATM network Prague | medium
    ATM network Warsaw | small
    Point of sale Zürich | medium
    Charity week | empty
    Bullion dealer Ruiz | large`,
};

/** How the groups follow each other in time, so that no page of the list shows one network only. */
export function sandboxWallets(year: number): SandboxWallet[] {
  const groups = Object.entries(lines).map(([group, text]) => parseGroup(group, withYears(text, year)));
  const longest = Math.max(...groups.map((group) => group.length));
  // The n-th wallet of a group comes after the same share of every other group.
  return groups
    .flatMap((group) => group.map((wallet, i) => ({ wallet, place: ((i + 0.5) / group.length) * longest })))
    .sort((a, b) => a.place - b.place)
    .map(({ wallet }) => wallet);
}

function withYears(text: string, year: number): string {
  return text
    .replaceAll('{year}', String(year))
    .replaceAll('{last year}', String(year - 1))
    .replaceAll('{two years ago}', String(year - 2))
    .replaceAll('{three years ago}', String(year - 3));
}

function parseGroup(group: string, text: string): SandboxWallet[] {
  const [network, type] = group.split('/') as [WalletNetwork, WalletType];
  const wallets = text
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', size = 'empty', status = 'active'] = line.split('|').map((part) => part.trim());
      return { name, network, type, size: size as Size, status: status as WalletStatus };
    });
  // Inactive wallets are old.
  const isUsed = (wallet: SandboxWallet) => wallet.status !== 'inactive';
  return [...wallets.filter((wallet) => !isUsed(wallet)), ...wallets.filter(isUsed)];
}
