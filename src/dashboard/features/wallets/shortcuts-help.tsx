import { IconKeyboard } from '@tabler/icons-react';
import { useId } from 'react';
import { setLetterShortcuts, useLetterShortcuts } from '../../lib/shortcut-setting.ts';
import classes from './shortcuts-help.module.css';

const shortcuts: [keys: string[], what: string][] = [
  [['N', 'C'], 'New wallet'],
  [['/'], 'Find by address'],
  [['↑', '↓'], 'From row to row'],
  [['Enter'], 'Open the wallet'],
  [['R'], 'Rename it'],
  [['S'], 'Change its status'],
  [['D', 'Del'], 'Delete it'],
  [['A'], 'Copy its address'],
  [['Esc'], 'Close'],
];

/** Which keys do what here, and the switch that turns single letters off. */
export function ShortcutsHelp() {
  const id = useId();
  const areLettersOn = useLetterShortcuts();
  return (
    <div className={classes['help']}>
      <button type="button" className={classes['button']} popoverTarget={id} aria-label="Keyboard shortcuts">
        <IconKeyboard size={18} stroke={1.75} aria-hidden />
      </button>
      <dialog id={id} popover="auto" aria-label="Keyboard shortcuts" className={classes['panel']}>
        <dl className={classes['list']}>
          {shortcuts.map(([keys, what]) => (
            <div key={what}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key} className={classes['key']}>
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <label className={classes['switch']}>
          <input
            type="checkbox"
            checked={areLettersOn}
            onChange={(event) => setLetterShortcuts(event.currentTarget.checked)}
          />
          Single letters are shortcuts
        </label>
      </dialog>
    </div>
  );
}
