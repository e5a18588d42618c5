import { TextInput, type TextInputProps } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from './button.tsx';

type Props = Omit<TextInputProps, 'type' | 'rightSection' | 'autoComplete'> & {
  autoComplete: 'current-password' | 'new-password';
};

/** A password, hidden until the user asks to see it. */
export function PasswordField(props: Props) {
  const [isShown, setIsShown] = useState(false);
  const Eye = isShown ? IconEyeOff : IconEye;
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      rightSection={
        <IconButton aria-label="Show password" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
          <Eye size={18} stroke={1.75} aria-hidden />
        </IconButton>
      }
    />
  );
}
