import { Checkbox, Group, Stack } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { saveFile } from '#dashboard/lib/files.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { useCopy } from '#dashboard/ui/use-copy.ts';
import classes from './recovery-codes.module.css';

type Props = {
  codes: readonly string[];
  /** Whose codes they are, on paper and in the file. */
  email: string;
  onDone: () => void;
};

/** Codes that are shown only now: the user says that they are saved before going on. */
export function RecoveryCodes({ codes, email, onDone }: Props) {
  const saved = useRef<HTMLInputElement>(null);
  const [isSaved, setIsSaved] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const { isCopied, copy } = useCopy(codes.join('\n'));
  const heading = `Wallet Console recovery codes for ${email}`;
  const download = () => {
    const text = `${heading}\n\n${codes.join('\n')}\n\nEach code works once.\n`;
    saveFile({
      name: 'wallet-console-recovery-codes.txt',
      blob: new Blob([text], { type: 'text/plain;charset=utf-8' }),
    });
  };
  const goOn = () => {
    setIsAsked(true);
    if (isSaved) onDone();
    else saved.current?.focus();
  };
  return (
    <Stack gap="lg">
      <div className={classes['sheet']} data-recovery-codes>
        <p className={classes['heading']}>{heading}</p>
        <ol className={classes['codes']} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
      </div>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={copy}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
          Download
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </Group>
      <Checkbox
        ref={saved}
        size="sm"
        label="I have saved these codes"
        checked={isSaved}
        error={isAsked && !isSaved ? 'Save the codes first. You can’t see them again.' : null}
        onChange={(event) => setIsSaved(event.currentTarget.checked)}
      />
      <div>
        <Button onClick={goOn}>Continue</Button>
      </div>
    </Stack>
  );
}
