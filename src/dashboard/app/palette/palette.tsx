import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isPermitted } from '#contract/gateway/sessions.ts';
import { recognise } from '#domain/recognise.ts';
import { pages } from '../pages.ts';
import { chooseColorScheme } from '#dashboard/lib/color-scheme.ts';
import { chooseTimeZone } from '#dashboard/lib/time-zone.ts';
import { Modal } from '#dashboard/ui/modal.tsx';
import { openAnew } from '#dashboard/list/opens-anew.ts';
import { useSignOut } from '#dashboard/session/session-changes.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { walletNames } from '#dashboard/entities/wallets/wallet-names.tsx';
import { pageOffers, type PaletteItem, paletteItems } from './palette-items.ts';
import classes from './palette.module.css';
import { readClipboard } from './read-clipboard.ts';

type Props = { onClose: () => void; onShortcuts: () => void };

/** One search for everything: addresses, hashes, ids, wallets, pages and commands. */
export function Palette({ onClose, onShortcuts }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const signOut = useSignOut();
  const session = useSession();
  const { data: names } = useQuery({ ...walletNames, enabled: isPermitted(session, 'wallets:read') });
  const [text, setText] = useState('');
  const [current, setCurrent] = useState(0);
  const [copied, setCopied] = useState<string>();

  useEffect(() => {
    void readClipboard().then(setCopied);
  }, []);

  const offers = [
    ...pageOffers(pages),
    { id: 'shortcuts', group: 'Commands', label: 'Keyboard shortcuts', also: 'keys help', run: onShortcuts },
    ...commands,
    { id: 'sign out', group: 'Commands', label: 'Sign out', also: 'leave', run: () => signOut.mutate() },
  ] as const;
  const items = paletteItems(text, {
    offers,
    walletNames: names ?? noNames,
    recognition: text.trim() === '' ? undefined : recognise(text),
    permissions: session.permissions,
  });
  const chosen = items[Math.min(current, items.length - 1)];

  const run = (item: PaletteItem) => {
    dialog.current?.close();
    if ('to' in item) void navigate(item.to, { state: openAnew });
    else item.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setCurrent((Math.min(current, items.length - 1) + step + items.length) % items.length);
    }
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      run(chosen);
    }
  };

  return (
    <Modal
      ref={dialog}
      className={classes['palette']}
      aria-label="Search everything"
      closedby="any"
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <Group wrap="nowrap" gap={10} px="lg" c="dimmed" className={classes['field']}>
        <IconSearch size={18} aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-label="Search everything"
          // Escape is for the palette alone, where it lies over a drawer.
          data-mantine-stop-propagation="true"
          aria-expanded
          aria-controls="palette-options"
          aria-activedescendant={chosen && optionId(chosen)}
          placeholder="Address, hash, id, wallet, page or command"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setCurrent(0);
          }}
        />
      </Group>
      {copied !== undefined && text === '' && (
        <button type="button" className={classes['copied']} onClick={() => setText(copied)}>
          From the clipboard: <span>{copied}</span>
        </button>
      )}
      <div id="palette-options" role="listbox" aria-label="What was found" className={classes['options']}>
        {items.map((item, index) => (
          // The field has the focus and the keys.
          <Group
            wrap="nowrap"
            gap={10}
            align="baseline"
            py="sm"
            px={10}
            bdrs={6}
            key={item.id}
            id={optionId(item)}
            role="option"
            tabIndex={-1}
            aria-selected={item === chosen}
            className={classes['option']}
            ref={(element) => {
              if (item === chosen) element?.scrollIntoView({ block: 'nearest' });
            }}
            onPointerMove={() => setCurrent(index)}
            onClick={() => run(item)}
          >
            <span className={classes['label']}>{item.label}</span>
            {item.note !== undefined && (
              <Text span flex="1" miw={0} c="dimmed" size="xs" truncate>
                {item.note}
              </Text>
            )}
            <Text span ml="auto" c="dimmed" size="xs">
              {item.group}
            </Text>
          </Group>
        ))}
      </div>
      {items.length === 0 && (
        <Text py={20} px="lg" c="dimmed" size="sm">
          Nothing found. Type a little more.
        </Text>
      )}
    </Modal>
  );
}

function optionId({ id }: PaletteItem): string {
  return `palette ${id}`.replaceAll(/\W+/g, '-');
}

const noNames: ReadonlyMap<string, string> = new Map();

const commands = [
  { id: 'light', group: 'Commands', label: 'Light theme', run: () => chooseColorScheme('light') },
  { id: 'dark', group: 'Commands', label: 'Dark theme', run: () => chooseColorScheme('dark') },
  { id: 'auto', group: 'Commands', label: 'Theme of the system', run: () => chooseColorScheme('auto') },
  { id: 'utc', group: 'Commands', label: 'Times in UTC', also: 'zone', run: () => chooseTimeZone('UTC') },
  { id: 'local', group: 'Commands', label: 'Local times', also: 'zone', run: () => chooseTimeZone('local') },
] as const;
