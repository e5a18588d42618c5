import { Checkbox, Modal } from '@mantine/core';
import { setLetterShortcuts, useLetterShortcuts } from '#dashboard/lib/use-shortcuts.ts';
import dialog from '#dashboard/ui/dialog.module.css';
import { frameProps } from '#dashboard/ui/frame-props.ts';
import { shortcutGroups } from './shortcuts.ts';
import classes from './shortcuts-sheet.module.css';

/** Every key that does something, and the switch that disables single-letter shortcuts. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const areLettersOn = useLetterShortcuts();
  return (
    <Modal {...frameProps(dialog)} title="Keyboard shortcuts" size={640} onClose={onClose}>
      <div className={classes['groups']}>
        {shortcutGroups.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(([keys, what]) => (
                <div key={what}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Checkbox
        mt="lg"
        label="Enable single-key shortcuts"
        checked={areLettersOn}
        onChange={(event) => setLetterShortcuts(event.currentTarget.checked)}
      />
    </Modal>
  );
}
