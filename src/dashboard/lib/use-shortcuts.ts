import { useLayoutEffect } from 'react';
import { isShortcut } from './keyboard.ts';
import { storedSetting } from './setting.ts';

const setting = storedSetting('letter-shortcuts', (stored) => stored !== 'off', {
  write: (on) => (on ? 'on' : 'off'),
});

/** Whether single-key shortcuts are on. People who use speech input or have tremors need them off (WCAG 2.1.4). */
export const areLetterShortcutsOn = setting.get;

export const setLetterShortcuts = setting.set;

export const useLetterShortcuts = setting.use;

/**
 * Gives the shortcuts pressed anywhere in the window to `run` while `isOn`; a key that `run` returns true for was for
 * us, and the browser does nothing with it.
 */
export function useShortcuts(isOn: boolean, run: (key: string) => boolean): void {
  useWindowKeyDown((event) => {
    if (isOn && isShortcut(event, areLetterShortcutsOn()) && run(event.key)) event.preventDefault();
  });
}

/** Listens as soon as the screen is drawn: a plain effect would miss keys pressed right after something appeared. */
export function useWindowKeyDown(onKeyDown: (event: KeyboardEvent) => void): void {
  useLayoutEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}
