import { Drawer } from '@mantine/core';
import type { PaletteShown } from '../palette/palette-host.tsx';
import { Navigation } from './navigation.tsx';

type Props = { onShow: (shown: PaletteShown) => void; onClose: () => void };

/** The navigation over the page, where a phone has no room for it beside. */
export function NavigationDrawer({ onShow, onClose }: Props) {
  return (
    <Drawer.Root opened onClose={onClose} size="min(280px, 85vw)" transitionProps={{ duration: 0 }}>
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content aria-label="Navigation" bg="var(--surface-raised)">
        <Navigation onShow={onShow} onClose={onClose} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
