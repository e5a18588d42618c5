export const walletsPath = '/wallets';
export const newWalletPath = '/wallets/new';

export type WalletAction = 'rename' | 'status' | 'delete';

/** The page of one wallet, or of something to do with it. */
export function walletPath(address: string, action?: WalletAction): string {
  const path = `${walletsPath}/${encodeURIComponent(address)}`;
  return action === undefined ? path : `${path}/${action}`;
}

/** The wallet that a path is about; undefined for the list itself and for a new one. */
export function addressOfPath(path: string): string | undefined {
  const [, root, address] = path.split('/');
  if (root !== 'wallets' || address === undefined || address === '' || path === newWalletPath)
    return undefined;
  try {
    return decodeURIComponent(address);
  } catch {
    // Somebody typed a lone percent sign.
    return undefined;
  }
}
