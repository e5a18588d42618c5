import { Title } from '@mantine/core';
import { useId } from 'react';
import type { MessageLine } from '#domain/aml/report-message.ts';
import { Scroller } from '#dashboard/ui/scroller.tsx';
import classes from './report.module.css';

/** The provider's message: its lines and its bold and italic words, as text. */
export function ReportMessage({ lines }: { lines: readonly MessageLine[] }) {
  const id = useId();
  if (lines.length === 0) return null;
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <Title order={2} id={id}>
        Provider message
      </Title>
      <Scroller role="group" label="Provider message" className={classes['message']}>
        {lines.map((line, number) => (
          // Lines never move.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={number}>
            {line.map(({ text, isBold, isItalic }, place) => (
              // oxlint-disable-next-line react/no-array-index-key
              <span key={place} data-bold={isBold || undefined} data-italic={isItalic || undefined}>
                {text}
              </span>
            ))}
          </p>
        ))}
      </Scroller>
    </section>
  );
}
