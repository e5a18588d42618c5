import {
  IconAddressBook,
  IconArrowsLeftRight,
  IconChartPie,
  IconExchange,
  IconHistory,
  IconLayoutDashboard,
  IconSearch,
  IconSettings,
  IconShieldCheck,
  IconUpload,
  IconWallet,
  IconX,
} from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { IconButton } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { openAnew } from '../../list/opens-anew.ts';
import type { PaletteShown } from '../palette/palette-host.tsx';
import classes from './navigation.module.css';
import { AccountPanel } from './account-panel.tsx';

const pages = [
  { to: '/', label: 'Overview', icon: IconLayoutDashboard },
  { to: '/wallets', label: 'Wallets', icon: IconWallet },
  { to: '/balances', label: 'Balances', icon: IconChartPie },
  { to: '/transactions', label: 'Transactions', icon: IconArrowsLeftRight },
  { to: '/exchanges', label: 'Exchanges', icon: IconExchange },
  { to: '/withdrawals', label: 'Withdrawals', icon: IconUpload },
  { to: '/address-book', label: 'Address book', icon: IconAddressBook },
  { to: '/aml', label: 'AML checks', icon: IconShieldCheck },
  { to: '/journal', label: 'Journal', icon: IconHistory },
];

const searchKey = /mac/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

type Props = {
  /** Shows what lies over the page. */
  onShow: (shown: PaletteShown) => void;
  /** Given where the navigation is a drawer. */
  onClose?: () => void;
};

export function Navigation({ onShow, onClose }: Props) {
  return (
    <div className={classes['navigation']}>
      <div className={classes['brand']}>
        <Logo size={24} />
        <span>Wallet Console</span>
        {onClose && (
          <IconButton size="lg" className={classes['close']} aria-label="Close navigation" onClick={onClose}>
            <IconX size={18} aria-hidden />
          </IconButton>
        )}
      </div>
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
      <nav aria-label="Main" className={classes['main']}>
        <ul className={classes['pages']}>
          {pages.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === '/'}
                state={openAnew}
                className={classes['page'] ?? ''}
                {...(onClose && { onClick: onClose })}
              >
                <Icon size={18} stroke={1.75} aria-hidden />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        <NavLink
          to="/settings"
          className={`${classes['page']} ${classes['settings']}`}
          {...(onClose && { onClick: onClose })}
        >
          <IconSettings size={18} stroke={1.75} aria-hidden />
          Settings
        </NavLink>
      </nav>
      <AccountPanel />
    </div>
  );
}
