import { Box, Group, Stack, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#dashboard/ui/button.tsx';
import classes from './key-form.module.css';

type Props = { isPending: boolean; onSubmit: (token: string) => void };

/** The one field of the sign-in page. Its value is never kept anywhere. */
export function KeyForm({ isPending, onSubmit }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isShown, setIsShown] = useState(false);
  const [complaint, setComplaint] = useState<string | null>(null);
  const Eye = isShown ? IconEyeOff : IconEye;

  // Nothing else can be done here; a link to this page is a link to this field.
  useEffect(() => field.current?.focus(), []);

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const token = field.current?.value.trim() ?? '';
        setComplaint(token === '' ? 'Paste your API key.' : null);
        if (token === '') field.current?.focus();
        else if (!isPending) onSubmit(token);
      }}
    >
      <Stack gap={0} className={classes['form']}>
        <Box component="label" mb="xs" fz="sm" fw={500} htmlFor={id}>
          API key
        </Box>
        <Group
          wrap="nowrap"
          gap={0}
          align="stretch"
          h={42}
          bdrs={6}
          bg="var(--surface)"
          className={classes['field']}
          data-invalid={complaint !== null || undefined}
        >
          <input
            ref={field}
            id={id}
            className={classes['input']}
            type={isShown ? 'text' : 'password'}
            name="api-key"
            maxLength={1024}
            // A password manager must not offer to keep a key that moves funds.
            autoComplete="off"
            data-1p-ignore
            data-lpignore="true"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={complaint !== null}
            aria-describedby={`${id}-complaint`}
          />
          <button
            type="button"
            className={classes['eye']}
            aria-label="Show the key"
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            <Eye size={18} stroke={1.75} aria-hidden />
          </button>
        </Group>
        <Text mt={4} c="var(--negative)" size="sm" id={`${id}-complaint`} role="alert">
          {complaint}
        </Text>
        <Button type="submit" size="md" fullWidth loading={isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
