import { Group, Text } from '@mantine/core';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';
import classes from './file-drop.module.css';

type Props = {
  isReading: boolean;
  onFile: (file: File) => void;
  /** Which files can be chosen, and what they are called. Default: CSV files. */
  accept?: string;
  what?: string;
  /** What is said behind the button. */
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
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file !== undefined) onFile(file);
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
      c="dimmed"
      className={classes['drop']}
      data-over={isOver || undefined}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        take(event.dataTransfer.files);
      }}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={what}
        className="unseen"
        tabIndex={-1}
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file, mended, can be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <Button loading={isReading} onClick={() => input.current?.click()}>
        Choose a {what}
      </Button>
      <Text size="sm">{children}</Text>
    </Group>
  );
}
