import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { addressOfPath, newWalletPath, walletsPath } from './wallet-paths.ts';

const rowLinks = () => [...document.querySelectorAll<HTMLAnchorElement>('a[data-row-link]')];

const addressOfLink = (link: HTMLAnchorElement) => addressOfPath(link.pathname);

/** The wallet of the row that has the focus, on its link or anything else in it. */
export function focusedWallet(): string | undefined {
  const link = document.activeElement?.closest('tr')?.querySelector<HTMLAnchorElement>('a[data-row-link]');
  return link ? addressOfLink(link) : undefined;
}

/**
 * Gives the focus back when a drawer or dialog closes: to the row that it was about, to the row that took its
 * place if it is gone, or to the button that creates.
 */
export function useFocusReturn(): void {
  const { pathname } = useLocation();
  const left = useRef<{ pathname: string; index: number } | null>(null);

  useEffect(() => {
    if (pathname !== walletsPath) {
      const address = addressOfPath(pathname);
      const index = rowLinks().findIndex((link) => addressOfLink(link) === address);
      // A deleted row is looked up before it goes, and kept.
      if (left.current === null || index !== -1) left.current = { pathname, index };
      else left.current.pathname = pathname;
      return;
    }
    const from = left.current;
    left.current = null;
    if (from === null) return;
    const links = rowLinks();
    const address = addressOfPath(from.pathname);
    const row =
      links.find((link) => addressOfLink(link) === address) ?? links[Math.min(from.index, links.length - 1)];
    const target =
      from.pathname === newWalletPath
        ? document.querySelector<HTMLAnchorElement>('[data-new-wallet] a')
        : row;
    target?.focus({ preventScroll: from.pathname === newWalletPath });
  }, [pathname]);
}
