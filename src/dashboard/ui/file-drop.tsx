import { FileButton, Group, Text } from '@mantine/core';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';

type Props = {
  isReading: boolean;
  onFile: (file: File) => void;
  /** Which files can be chosen, and what they are called. Default: CSV files. */
  accept?: string;
  what?: string;
  /** The text after the button. */
  children: ReactNode;
};

/** Takes a file, chosen or dropped. */
export function FileDrop({
  isReading,
  onFile,
  accept = '.csv,text/csv',
  what = 'CSV file',
  children,
}: Props) {
  const reset = useRef<() => void>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (file: File | null | undefined) => {
    if (file) onFile(file);
    // The corrected file has the same name, so the input must accept it again.
    reset.current?.();
  };
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(is);
  };
  return (
    <Group
      gap="8px 12px"
      justify="center"
      py={32}
      px="lg"
      bdrs={8}
      bd={`1px dashed var(${isOver ? '--accent' : '--line-strong'})`}
      bg={isOver ? 'var(--surface-selected)' : 'transparent'}
      c="dimmed"
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        take(event.dataTransfer.files[0]);
      }}
    >
      <FileButton accept={accept} onChange={take} resetRef={reset} inputProps={{ 'aria-label': what }}>
        {({ onClick }) => (
          <Button loading={isReading} onClick={onClick}>
            Choose a {what}
          </Button>
        )}
      </FileButton>
      <Text size="sm">{children}</Text>
    </Group>
  );
}
