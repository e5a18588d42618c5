import { Combobox, Group, Input, Modal, Stack, Text, useVirtualizedCombobox } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { useQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { isPermitted, isSupported } from '#contract/gateway/sessions.ts';
import { recognise } from '#domain/recognise.ts';
import { pages } from '../pages.ts';
import { docGroups, docPath, referencePath } from '../../features/help/docs.ts';
import { chooseColorScheme } from '#dashboard/lib/color-scheme.ts';
import { chooseTimeZone } from '#dashboard/lib/time-zone.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { openAnew } from '#dashboard/list/list-state.ts';
import { useSignOut } from '#dashboard/session/session-changes.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { lookUp, walletsLike } from './palette.queries.ts';
import { type Offer, pageOffers, type PaletteItem, paletteItems } from './palette-items.ts';
import classes from './palette.module.css';
import { readClipboard } from './read-clipboard.ts';

type Props = {
  /** What was typed before it could open. */
  typed: string;
  onClose: () => void;
  onShortcuts: () => void;
};

/** One search for everything: addresses, hashes, ids, wallets, pages and commands. */
export function Palette({ typed, onClose, onShortcuts }: Props) {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const session = useSession();
  const [text, setText] = useState(typed);
  const { data: names, isFetching: isLoadingNames } = useQuery({
    ...walletsLike(text.trim()),
    enabled:
      text.trim() !== '' && isPermitted(session, 'wallets:read') && isSupported(session, 'listWallets'),
  });
  const [current, setCurrent] = useState(0);
  const [isEntered, setEntered] = useState(false);
  const [copied, setCopied] = useState<string>();

  useEffect(() => {
    void readClipboard().then(setCopied);
  }, []);

  const offers = [
    ...pageOffers(pages),
    { id: 'shortcuts', group: 'Commands', label: 'Keyboard shortcuts', also: 'keys help', run: onShortcuts },
    ...commands,
    { id: 'sign out', group: 'Commands', label: 'Sign out', also: 'leave', run: () => signOut.mutate() },
    ...docOffers,
  ] as const;
  const { data: found = [], isLoading: isLookingUp } = useQuery({
    ...lookUp(text.trim(), session),
    enabled: text.trim().length >= 3,
  });
  const items = paletteItems(text, {
    offers,
    found,
    walletNames: names ?? noNames,
    recognition: text.trim() === '' ? undefined : recognise(text),
    isOwnService: session.mode !== 'remote',
    permissions: session.permissions,
    console_permissions: session.console_permissions,
    missing_operations: session.missing_operations,
  });
  const index = Math.min(current, items.length - 1);
  const chosen = items[index];

  const run = (item: PaletteItem | undefined) => {
    if (item === undefined) return;
    onClose();
    if ('to' in item) void navigate(item.to, { state: openAnew });
    else item.run();
  };
  // Users often press Enter before the search is done, so wait for its results: they come before the links to list
  // searches.
  const mayComeBetter =
    (isLoadingNames || isLookingUp) && (chosen === undefined || chosen.group === 'Search');
  const runChosen = useEffectEvent(() => run(chosen));
  useEffect(() => {
    if (isEntered && !mayComeBetter) runChosen();
  }, [isEntered, mayComeBetter]);
  const combobox = useVirtualizedCombobox({
    opened: true,
    totalOptionsCount: items.length,
    getOptionId: (at) => (items[at] ? optionId(items[at]) : null),
    selectedOptionIndex: index,
    setSelectedOptionIndex: setCurrent,
    onSelectedOptionSubmit: (at) => (mayComeBetter ? setEntered(true) : run(items[at])),
  });

  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={620}
      yOffset="12vh"
      transitionProps={{ duration: 0 }}
      // A class of Modal.Content would be its frame's too, which fills the window.
      classNames={{ content: classes['palette'] ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label="Search everything">
        <Stack gap={0} mih={0} onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && onClose()}>
          <Combobox store={combobox} onOptionSubmit={(id) => run(items.find((item) => item.id === id))}>
            <Combobox.EventsTarget withAriaAttributes={false}>
              <Input
                variant="unstyled"
                className={classes['field'] ?? ''}
                leftSection={<IconSearch size={18} aria-hidden />}
                leftSectionWidth={48}
                withAria={false}
                role="combobox"
                aria-label="Search everything"
                {...ownEscape}
                data-autofocus
                aria-expanded
                aria-controls="palette-options"
                aria-activedescendant={chosen && optionId(chosen)}
                placeholder="Address, hash, ID, name or command"
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                value={text}
                onChange={(event) => {
                  setText(event.currentTarget.value);
                  setCurrent(0);
                  setEntered(false);
                }}
              />
            </Combobox.EventsTarget>
            {copied !== undefined && text === '' && (
              <Button
                variant="subtle"
                justify="start"
                className={classes['copied'] ?? ''}
                {...ownEscape}
                onClick={() => setText(copied)}
              >
                From clipboard: <code>{copied}</code>
              </Button>
            )}
            <Combobox.Options
              id="palette-options"
              aria-label="Search results"
              p="xs"
              className={classes['options'] ?? ''}
            >
              {items.map((item, at) => (
                <Combobox.Option
                  key={item.id}
                  id={optionId(item)}
                  value={item.id}
                  selected={item === chosen}
                  aria-selected={item === chosen}
                  ref={(element) => {
                    if (item === chosen) element?.scrollIntoView({ block: 'nearest' });
                  }}
                  onPointerMove={() => setCurrent(at)}
                >
                  <Group component="span" wrap="nowrap" gap={10} align="baseline">
                    <Text span inherit className={classes['label'] ?? ''}>
                      {item.label}
                    </Text>
                    {item.note !== undefined && (
                      <Text span flex="1" miw={0} c="dimmed" size="xs" truncate>
                        {item.note}
                      </Text>
                    )}
                    <Text span ml="auto" c="dimmed" size="xs">
                      {item.group}
                    </Text>
                  </Group>
                </Combobox.Option>
              ))}
            </Combobox.Options>
          </Combobox>
          {items.length === 0 && (
            <Text py={20} px="lg" c="dimmed" size="sm">
              No results. Check the spelling, or enter the whole address or ID.
            </Text>
          )}
        </Stack>
      </Modal.Content>
    </Modal.Root>
  );
}

function optionId({ id }: PaletteItem): string {
  return `palette ${id}`.replaceAll(/\W+/g, '-');
}

// If the palette covers a drawer, Escape closes the palette only.
const ownEscape = { 'data-mantine-stop-propagation': 'true' };

const noNames: ReadonlyMap<string, string> = new Map();

const commands = [
  { id: 'light', group: 'Commands', label: 'Light theme', run: () => chooseColorScheme('light') },
  { id: 'dark', group: 'Commands', label: 'Dark theme', run: () => chooseColorScheme('dark') },
  { id: 'auto', group: 'Commands', label: 'System theme', run: () => chooseColorScheme('auto') },
  {
    id: 'utc',
    group: 'Commands',
    label: 'Show times in UTC',
    also: 'zone',
    run: () => chooseTimeZone('UTC'),
  },
  {
    id: 'local',
    group: 'Commands',
    label: 'Show local times',
    also: 'zone',
    run: () => chooseTimeZone('local'),
  },
  {
    id: 'reference',
    group: 'Commands',
    label: 'API reference',
    also: 'help documentation openapi developers',
    run: () => window.open(referencePath, '_blank', 'noopener'),
  },
] as const;

const docOffers = docGroups.flatMap(({ docs }) =>
  docs.map((doc): Offer => ({
    id: `doc ${doc.name}`,
    group: 'Documentation',
    label: doc.title,
    note: doc.summary,
    also: `help ${doc.summary}`,
    to: docPath(doc),
  })),
);
