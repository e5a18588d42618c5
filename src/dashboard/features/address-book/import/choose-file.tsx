import { Stack, Text } from '@mantine/core';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FileDrop } from '#dashboard/ui/file-drop.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';

type Props = {
  isReading: boolean;
  /** Why the file before cannot be imported. */
  refusal: string | undefined;
  /** Why the book could not be read, without which duplicates are not known. */
  error: Error | null;
  onFile: (file: File) => void;
};

/** Takes the file, chosen or dropped. */
export function ChooseFile({ isReading, refusal, error, onFile }: Props) {
  return (
    <Stack gap="lg">
      {error !== null && <FailureAlert error={error} />}
      {refusal !== undefined && (
        <Notice tone="negative" role="alert">
          {refusal}
        </Notice>
      )}
      <FileDrop isReading={isReading} onFile={onFile}>
        or drop it here. Nothing is sent before you have seen what it would add.
      </FileDrop>
      <Text size="sm">
        The first line names the columns: <code>name,network,address,note</code>. A network is its code (
        <code>eth</code>), its name or its token standard. Commas, semicolons and tabs part the columns. A
        book that was exported here can be imported again.
      </Text>
    </Stack>
  );
}
