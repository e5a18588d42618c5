import { Group, Stack } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { isPermitted, isSupported } from '#contract/gateway/sessions.ts';
import type { Page } from '../page.ts';
import { pages } from '../pages.ts';
import { IconButton } from '#dashboard/ui/button.tsx';
import { Logo } from '#dashboard/ui/logo.tsx';
import { openAnew } from '#dashboard/list/list-state.ts';
import type { PaletteShown } from '../palette/palette-host.tsx';
import { useSession } from '#dashboard/session/session.queries.ts';
import classes from './navigation.module.css';
import { AccountPanel } from './account-panel.tsx';
import { HelpButton } from './help-button.tsx';

const all: readonly Page[] = pages;

const searchKey = /mac/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

type Props = {
  /** Opens the palette. */
  onShow: (shown: PaletteShown) => void;
  /** Given where the navigation is a drawer. */
  onClose?: () => void;
};

export function Navigation({ onShow, onClose }: Props) {
  const session = useSession();
  const sections = (['main', 'settings'] as const).map((section) => ({
    section,
    pages: all.flatMap(({ navigation, ...page }) =>
      navigation?.section === section &&
      isPermitted(session, page) &&
      isSupported(session, page.needs) &&
      !(page.needsOwnLedger && session.mode === 'remote')
        ? [{ ...page, title: navigation.label ?? page.title, Icon: navigation.icon }]
        : [],
    ),
  }));
  return (
    <Stack gap={0} h="100%" p="md" className={classes['navigation']}>
      <Group wrap="nowrap" gap="sm" mih={32} px="sm" mb="lg" fw={600} lts="-0.01em">
        <Logo size={24} />
        <span>Wallet Console</span>
        {onClose && (
          <IconButton size="lg" className={classes['close']} aria-label="Close navigation" onClick={onClose}>
            <IconX size={18} aria-hidden />
          </IconButton>
        )}
      </Group>
      <button
        type="button"
        className={classes['search']}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => {
          onClose?.();
          onShow('palette');
        }}
      >
        <IconSearch size={16} aria-hidden />
        Search
        <kbd>{searchKey}</kbd>
      </button>
      <Stack component="nav" gap="lg" flex="1 0 auto" aria-label="Main">
        {sections.map(({ section, pages: shown }) => (
          <Stack component="ul" gap={2} key={section} className={classes['pages']} data-section={section}>
            {shown.map(({ path, title, Icon }) => (
              <li key={path}>
                <NavLink
                  to={path}
                  end={path === '/'}
                  state={openAnew}
                  className={classes['page'] ?? ''}
                  {...(onClose && { onClick: onClose })}
                >
                  <Icon size={18} stroke={1.75} aria-hidden />
                  {title}
                </NavLink>
              </li>
            ))}
            {section === 'settings' && (
              <li>
                <HelpButton
                  onShortcuts={() => {
                    onClose?.();
                    onShow('shortcuts');
                  }}
                  onLeave={onClose}
                />
              </li>
            )}
          </Stack>
        ))}
      </Stack>
      <AccountPanel />
    </Stack>
  );
}
