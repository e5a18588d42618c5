import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { Notice } from '../../../ui/notice.tsx';
import classes from './import.module.css';

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
    <div className={classes['content']}>
      {error !== null && <FailureAlert error={error} />}
      {refusal !== undefined && (
        <Notice tone="negative" role="alert">
          {refusal}
        </Notice>
      )}
      <div
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
          accept=".csv,text/csv"
          aria-label="CSV file"
          className="unseen"
          tabIndex={-1}
          onChange={(event) => {
            take(event.currentTarget.files);
            // The same file, mended, can be chosen again.
            event.currentTarget.value = '';
          }}
        />
        <Button loading={isReading} onClick={() => input.current?.click()}>
          Choose a CSV file
        </Button>
        <p className={classes['words']}>
          or drop it here. Nothing is sent before you have seen what it would add.
        </p>
      </div>
      <p className={classes['words']}>
        The first line names the columns: <code>name,network,address,note</code>. A network is its code (
        <code>eth</code>), its name or its token standard. Commas, semicolons and tabs part the columns. A
        book that was exported here can be imported again.
      </p>
    </div>
  );
}
