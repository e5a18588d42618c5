import { Box, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import classes from './choice-list.module.css';

type Choice = {
  value: string;
  label: ReactNode;
  /** What choosing it means. */
  meaning?: ReactNode;
  /** At the end of the line. */
  aside?: ReactNode | undefined;
};

type Props = {
  legend: string;
  choices: Choice[];
  field: UseFormRegisterReturn;
  error?: string | undefined;
  /** Side by side where there is room. */
  columns?: boolean;
  autoFocusValue?: string;
};

/** An option around its radio button. */
export function ChoiceCard({ isTight = false, children }: { isTight?: boolean; children: ReactNode }) {
  return (
    <Group
      component="label"
      wrap="nowrap"
      gap={isTight ? 'xs' : 10}
      align="stretch"
      py={isTight ? 'xs' : 9}
      px={isTight ? 'sm' : 'md'}
      bdrs={8}
      fz="sm"
      lh="18px"
      className={classes['choice']}
    >
      {children}
    </Group>
  );
}

/** A choice of a few, with room to say what each means. The arrow keys choose. */
export function ChoiceList({ legend, choices, field, error, columns = false, autoFocusValue }: Props) {
  const id = useId();
  return (
    <Box
      component="fieldset"
      miw={0}
      role="radiogroup"
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : id}
    >
      <Box component="legend" mb={4} fz="sm" fw={500}>
        {legend}
      </Box>
      <Stack gap="sm" className={classes['choices']} data-columns={columns || undefined}>
        {choices.map(({ value, label, meaning, aside }) => (
          <ChoiceCard key={value}>
            <input
              type="radio"
              value={value}
              {...field}
              {...(autoFocusValue === value ? { 'data-autofocus': true } : {})}
            />
            <Stack component="span" gap={2} flex="1" miw={0}>
              <Group component="span" gap="0px 8px" align="stretch" justify="space-between">
                <Text span fw={500} inherit>
                  {label}
                </Text>
                {aside !== undefined && (
                  <Text span c="dimmed" size="xs">
                    {aside}
                  </Text>
                )}
              </Group>
              {meaning !== undefined && (
                <Text span c="dimmed" size="xs">
                  {meaning}
                </Text>
              )}
            </Stack>
          </ChoiceCard>
        ))}
      </Stack>
      {error !== undefined && (
        <Text mt="xs" c="var(--negative)" size="xs" id={id} role="alert">
          {error}
        </Text>
      )}
    </Box>
  );
}
