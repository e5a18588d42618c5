import { useFocusReturn } from '@mantine/hooks';
import { type Dispatch, lazy, type SetStateAction, Suspense } from 'react';
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
  const close = (what: PaletteShown) => () => onShow((now) => (now === what ? undefined : now));
  return (
    <Suspense>
      {shown === 'palette' && <Palette onClose={close('palette')} onShortcuts={() => onShow('shortcuts')} />}
      {shown === 'shortcuts' && <ShortcutsSheet onClose={close('shortcuts')} />}
    </Suspense>
  );
}
