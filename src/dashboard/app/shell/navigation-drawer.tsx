import { Drawer } from '@mantine/core';
import type { PaletteShown } from '../palette/palette-host.tsx';
import { Navigation } from './navigation.tsx';

type Props = { onShow: (shown: PaletteShown) => void; onClose: () => void };

/** The navigation as a drawer, because a phone has no room for it next to the page. */
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
