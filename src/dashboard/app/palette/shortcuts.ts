import type { WalletServiceOperationId } from '#contract/wallet-service/unsupported.ts';

/** `needs`: what a provider may not have; the shortcut then does nothing, and isn't listed. */
type Shortcut = readonly [keys: readonly string[], what: string, needs?: WalletServiceOperationId];

/** Every key that does something, by where it does. A test compares this with `docs/keyboard.md`. */
export const shortcutGroups: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      [['Ctrl K', '⌘ K'], 'Search everything'],
      [['?'], 'Show shortcuts'],
      [['Esc'], 'Close the top panel'],
    ],
  },
  {
    title: 'Lists',
    shortcuts: [
      [['/'], 'Find'],
      [['↑', '↓', 'Home', 'End'], 'Move between rows'],
      [['Enter'], 'Open row (with Ctrl: in a new tab)'],
      [['X'], 'Select row'],
      [['E'], 'Export'],
      [['Ctrl C', '⌘ C'], 'Copy selected rows'],
    ],
  },
  {
    title: 'Wallets',
    shortcuts: [
      [['N', 'C'], 'New wallet', 'createWallet'],
      [['R'], 'Rename', 'renameWallet'],
      [['B'], 'Block', 'setWalletStatus'],
      [['Z'], 'Undo block', 'setWalletStatus'],
      [['S'], 'Change status', 'setWalletStatus'],
      [['D', 'Del'], 'Delete', 'deleteWallet'],
      [['A'], 'Copy address'],
    ],
  },
  {
    title: 'Withdrawals',
    shortcuts: [
      [['N'], 'New withdrawal', 'createWithdrawalRequest'],
      [['D', 'Del'], 'Delete open withdrawal', 'deleteWithdrawalRequest'],
    ],
  },
];
