import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isCharacterKey, isTypingTarget } from '#dashboard/lib/keyboard.ts';
import { keyAction } from '../key-actions.ts';
import { areLetterShortcutsOn } from '#dashboard/lib/shortcut-setting.ts';
import { copyText } from '#dashboard/ui/copy-text.ts';
import { walletPath } from '#dashboard/entities/wallets/wallet-paths.ts';

/** The keys of an open drawer. */
export function useDrawerKeys(address: string, isOnTop: boolean): void {
  const { search } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    if (!isOnTop) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const action = keyAction(event);
      if (isTypingTarget(event.target) || (isCharacterKey(event.key) && !areLetterShortcutsOn())) return;
      if (action === 'copy') {
        event.preventDefault();
        void copyText(address, `Copied ${address}`);
      } else if (action === 'rename' || action === 'status' || action === 'delete') {
        event.preventDefault();
        void navigate({ pathname: walletPath(address, action), search });
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [address, isOnTop, search, navigate]);
}
