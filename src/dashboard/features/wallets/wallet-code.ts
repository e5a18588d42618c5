/** The code of what opens over the list; loaded when first opened. */
export const walletCode = {
  create: async () => (await import('./edit/create-wallet.tsx')).CreateWallet,
  drawer: async () => (await import('./drawer/wallet-drawer.tsx')).WalletDrawer,
  rename: async () => (await import('./edit/rename-wallet.tsx')).RenameWallet,
  status: async () => (await import('./edit/set-wallet-status.tsx')).SetWalletStatus,
  remove: async () => (await import('./edit/delete-wallet.tsx')).DeleteWallet,
};
