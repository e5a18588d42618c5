import {
  serverFactsOf,
  type WalletNetwork,
  walletNetworks,
  type WalletStatus,
  type WalletType,
  walletTypes,
} from '#domain/networks.ts';

/** How much moves through a wallet. */
export type Size = 'reserve' | 'large' | 'medium' | 'small' | 'dust' | 'empty';

export type SandboxWallet = {
  name: string;
  network: WalletNetwork;
  type: WalletType;
  size: Size;
  status: WalletStatus;
};

/** How the groups follow each other in time, so that no page of the list shows one network only. */
export function sandboxWallets(year: number): SandboxWallet[] {
  const groups = walletNetworks.flatMap((network) =>
    walletTypes.map((type) => {
      const { wallets } = serverFactsOf(network).sandbox;
      return parseGroup({ network, type }, withYears(wallets[type], year));
    }),
  );
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

function parseGroup(
  { network, type }: Pick<SandboxWallet, 'network' | 'type'>,
  text: string,
): SandboxWallet[] {
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
