import { useFocusReturn } from '@mantine/hooks';
import {
  type Dispatch,
  lazy,
  type SetStateAction,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { isShortcut, modalDialog } from '#dashboard/lib/keyboard.ts';
import { areLetterShortcutsOn, useWindowKeyDown } from '#dashboard/lib/use-shortcuts.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const ShortcutsSheet = lazy(async () => ({
  default: (await import('./shortcuts-sheet.tsx')).ShortcutsSheet,
}));

/** What covers the page: the search for everything, or the shortcuts. */
export type PaletteShown = 'palette' | 'shortcuts' | undefined;

type Props = { shown: PaletteShown; onShow: Dispatch<SetStateAction<PaletteShown>> };

/** Opens the search for everything on Ctrl or Cmd with K, and the sheet of shortcuts on a question mark. */
export function PaletteHost({ shown, onShow }: Props) {
  const [typed, setTyped] = useState('');
  useFocusReturn({ opened: shown !== undefined });
  useWindowKeyDown((event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const isSearch = !event.defaultPrevented && key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;
    const isHelp = key === '?' && isShortcut(event, areLetterShortcutsOn());
    if (!isSearch && !isHelp) return;
    event.preventDefault();
    // The palette doesn't open over a dialog that asks for a decision, but does over a drawer.
    const inTheWay = `${modalDialog}${isSearch ? ':not([data-details] *)' : ''}`;
    if (document.querySelector(inTheWay) !== null) return;
    onShow(isSearch ? 'palette' : 'shortcuts');
  });

  // The one may have been closed to show the other.
  const close = (what: PaletteShown) => () => {
    setTyped('');
    onShow((now) => (now === what ? undefined : now));
  };
  return (
    <Suspense fallback={<KeysMeanwhile onType={(key) => setTyped((before) => before + key)} />}>
      {shown === 'palette' && (
        <Palette typed={typed} onClose={close('palette')} onShortcuts={() => onShow('shortcuts')} />
      )}
      {shown === 'shortcuts' && <ShortcutsSheet onClose={close('shortcuts')} />}
    </Suspense>
  );
}

/** While what was asked for is on its way, keys belong to it: none of them is a shortcut of the page. */
function KeysMeanwhile({ onType }: { onType: (key: string) => void }) {
  const type = useEffectEvent(onType);
  useEffect(() => {
    const hold = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key.length === 1) type(event.key);
    };
    window.addEventListener('keydown', hold, { capture: true });
    return () => window.removeEventListener('keydown', hold, { capture: true });
  }, []);
  return null;
}
