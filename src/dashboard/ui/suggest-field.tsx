import { TextInput, type TextInputProps, Box, Stack, Group, Text } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import classes from './suggest-field.module.css';

/** Something that a field offers. */
export type Suggestion = {
  /** Different for each. */
  id: string;
  label: string;
  /** Under the label. */
  note?: ReactNode;
  /** At the end of the line. */
  aside?: ReactNode;
};

type Props<S extends Suggestion> = Pick<
  TextInputProps,
  'label' | 'description' | 'error' | 'placeholder' | 'name' | 'onBlur' | 'className' | 'spellCheck'
> & {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onText: (text: string) => void;
  /** The suggestions that fit the text, the best first. */
  suggestions: readonly S[];
  /** What the list of them is called. */
  listLabel: string;
  onChoose: (suggestion: S) => void;
};

/** A text field with suggestions. Arrow keys move, Enter accepts, Escape closes. */
export function SuggestField<S extends Suggestion>(props: Props<S>) {
  const { ref, value, onText, suggestions, listLabel, onChoose, onBlur, ...input } = props;
  const id = useId();
  const [isWanted, setIsWanted] = useState(false);
  const [current, setCurrent] = useState(-1);
  const isOpen = isWanted && suggestions.length > 0;
  const chosen = isOpen ? suggestions[current] : undefined;

  const close = () => {
    setIsWanted(false);
    setCurrent(-1);
  };
  const choose = (suggestion: S) => {
    close();
    onChoose(suggestion);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // This also works before the suggestions arrive: the first is then chosen as soon as they do.
    if (step !== undefined) {
      event.preventDefault();
      setIsWanted(true);
      const from = current < 0 && step < 0 ? 0 : current;
      setCurrent(isOpen ? (from + step + suggestions.length) % suggestions.length : 0);
    }
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      choose(chosen);
    }
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    }
  };
  return (
    <Box pos="relative">
      <TextInput
        {...input}
        ref={ref ?? null}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={chosen && `${id}-${current}`}
        autoComplete="off"
        value={value}
        onChange={(event) => {
          onText(event.currentTarget.value);
          setIsWanted(true);
          setCurrent(-1);
        }}
        onClick={() => setIsWanted(true)}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          close();
          onBlur?.(event);
        }}
      />
      {isOpen && (
        <div className={classes['place']}>
          <div id={id} role="listbox" aria-label={listLabel} className={classes['list']}>
            {suggestions.map((suggestion, index) => (
              // The field has the focus and the keys.
              <Stack
                gap={1}
                py="xs"
                px="sm"
                bdrs={6}
                fz="sm"
                lh="18px"
                key={suggestion.id}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === current}
                className={classes['option']}
                ref={(element) => {
                  if (index === current) element?.scrollIntoView({ block: 'nearest' });
                }}
                // The field keeps the focus, and so the list stays until the click has come through.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(suggestion)}
              >
                <Group component="span" gap="0px 12px" align="stretch" justify="space-between">
                  <span className={classes['label']}>{suggestion.label}</span>
                  {suggestion.aside !== undefined && (
                    <Text span c="dimmed" size="xs">
                      {suggestion.aside}
                    </Text>
                  )}
                </Group>
                {suggestion.note !== undefined && <span className={classes['note']}>{suggestion.note}</span>}
              </Stack>
            ))}
          </div>
        </div>
      )}
    </Box>
  );
}
