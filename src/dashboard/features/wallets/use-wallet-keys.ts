import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isCharacterKey, isTypingTarget } from '../../lib/keyboard.ts';
import { keyAction, type KeyAction } from './key-actions.ts';
import { focusFirstRow } from '../../ui/data-table/row-navigation.ts';
import { focusedWallet } from './list-focus.ts';
import { areLetterShortcutsOn } from '../../lib/shortcut-setting.ts';
import { copyText } from '../../ui/copy-text.ts';
import { newWalletPath, walletPath, walletsPath } from './wallet-paths.ts';

/** The list's keys. While a drawer or dialog is open, its own hold instead. */
export function useWalletKeys(focusFilter: () => void): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    if (pathname !== walletsPath) return undefined;

    const start = (path: string) => void navigate({ pathname: path, search });

    // Says whether the key was for us; the browser's own use of it is prevented then.
    const run = (action: KeyAction): boolean => {
      if (action === 'create') {
        start(newWalletPath);
        return true;
      }
      if (action === 'filter') {
        focusFilter();
        return true;
      }
      // Within the rows the table itself moves.
      if (action === 'down') return document.activeElement === document.body && focusFirstRow();
      const address = focusedWallet();
      if (address === undefined) return false;
      if (action === 'copy') void copyText(address, `Copied ${address}`);
      else start(walletPath(address, action));
      return true;
    };

    const onKeyDown = (event: KeyboardEvent) => {
      const action = keyAction(event);
      if (action === undefined || isTypingTarget(event.target)) return;
      if (isCharacterKey(event.key) && !areLetterShortcutsOn()) return;
      if (run(action)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [pathname, search, navigate, focusFilter]);
}
