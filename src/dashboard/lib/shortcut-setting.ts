import { storedSetting } from './setting.ts';

const setting = storedSetting(
  'letter-shortcuts',
  (stored) => stored !== 'off',
  (on) => (on ? 'on' : 'off'),
);

/** Whether single letters are shortcuts. Speech input and some motor impairments need them off (WCAG 2.1.4). */
export const areLetterShortcutsOn = setting.get;

export const setLetterShortcuts = setting.set;

export const useLetterShortcuts = setting.use;
