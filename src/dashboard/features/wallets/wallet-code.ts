/** The code of what opens over the list; loaded when first opened, or beforehand while the browser is idle. */
export const walletCode = {
  create: () => import('../wallet-changes/create-wallet.tsx'),
  drawer: () => import('../wallet-details/wallet-drawer.tsx'),
  rename: () => import('../wallet-changes/rename-wallet.tsx'),
  status: () => import('../wallet-changes/set-wallet-status.tsx'),
  remove: () => import('../wallet-changes/delete-wallet.tsx'),
};

/** So that a key pressed for the first time answers as fast as later. Gives what cancels it. */
export function preloadWhenIdle(): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) return () => undefined;
  const handle = window.requestIdleCallback(() => {
    for (const load of Object.values(walletCode)) load().catch(() => undefined);
  });
  return () => window.cancelIdleCallback(handle);
}
