/** The code of what opens over the list; loaded when first opened, or beforehand while the browser is idle. */
export const walletCode = {
  create: async () => (await import('../wallet-changes/create-wallet.tsx')).CreateWallet,
  drawer: async () => (await import('../wallet-details/wallet-drawer.tsx')).WalletDrawer,
  rename: async () => (await import('../wallet-changes/rename-wallet.tsx')).RenameWallet,
  status: async () => (await import('../wallet-changes/set-wallet-status.tsx')).SetWalletStatus,
  remove: async () => (await import('../wallet-changes/delete-wallet.tsx')).DeleteWallet,
};
