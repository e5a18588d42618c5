type Shortcut = readonly [keys: readonly string[], what: string];

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
      [['N', 'C'], 'New wallet'],
      [['R'], 'Rename'],
      [['B'], 'Block'],
      [['Z'], 'Undo block'],
      [['S'], 'Change status'],
      [['D', 'Del'], 'Delete'],
      [['A'], 'Copy address'],
    ],
  },
  {
    title: 'Withdrawals',
    shortcuts: [
      [['N'], 'New withdrawal'],
      [['D', 'Del'], 'Delete open withdrawal'],
    ],
  },
];
