import { Box, Stack } from '@mantine/core';
import { IconBook2, IconCode, IconExternalLink, IconKeyboard } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { openAnew } from '#dashboard/list/list-state.ts';
import choice from '#dashboard/ui/choice.module.css';
import { closePanel, focusAtFirst, stepFocus } from '#dashboard/ui/panel-focus.ts';
import { helpPath, referencePath } from '../../features/help/docs.ts';
import classes from './help-panel.module.css';

type Props = { onShortcuts: () => void; onLeave?: (() => void) | undefined };

/** The ways to help: the keys, the documentation and the reference of the API. */
export function HelpPanel({ onShortcuts, onLeave }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const close = () => closePanel(root.current);
  return (
    // Only moves the focus between the links and buttons within.
    <Box m={-6} ref={root} onKeyDown={(event) => stepFocus(event, 'a, button')}>
      <Stack component="ul" gap={1} className={classes['ways']}>
        <li>
          <button
            type="button"
            className={choice['choice']}
            ref={focusAtFirst}
            onClick={() => {
              close();
              onShortcuts();
            }}
          >
            <IconKeyboard size={16} stroke={1.75} aria-hidden />
            Keyboard shortcuts
            <kbd>?</kbd>
          </button>
        </li>
        <li>
          <Link
            to={helpPath}
            state={openAnew}
            className={choice['choice']}
            onClick={() => {
              close();
              onLeave?.();
            }}
          >
            <IconBook2 size={16} stroke={1.75} aria-hidden />
            Documentation
          </Link>
        </li>
        <li>
          <a
            href={referencePath}
            target="_blank"
            rel="noopener"
            className={choice['choice']}
            aria-label="API reference (opens in a new tab)"
            onClick={close}
          >
            <IconCode size={16} stroke={1.75} aria-hidden />
            API reference
            <IconExternalLink size={14} stroke={1.75} aria-hidden />
          </a>
        </li>
      </Stack>
    </Box>
  );
}
