import { Checkbox, Modal } from '@mantine/core';
import { isSupported } from '#contract/gateway/sessions.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { setLetterShortcuts, useLetterShortcuts } from '#dashboard/lib/use-shortcuts.ts';
import dialog from '#dashboard/ui/dialog.module.css';
import { useFrameProps } from '#dashboard/ui/use-frame-props.ts';
import { shortcutGroups } from './shortcuts.ts';
import classes from './shortcuts-sheet.module.css';

/** Every key that does something, and the switch that disables single-letter shortcuts. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const areLettersOn = useLetterShortcuts();
  const session = useSession();
  const groups = shortcutGroups
    .map(({ title, shortcuts }) => ({
      title,
      shortcuts: shortcuts.filter(([, , needs]) => isSupported(session, needs)),
    }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
  return (
    <Modal {...useFrameProps(dialog)} title="Keyboard shortcuts" size={640} onClose={onClose}>
      <div className={classes['groups']}>
        {groups.map(({ title, shortcuts }) => (
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
