import { Fact, Facts } from '#dashboard/ui/facts.tsx';
import { Title } from '@mantine/core';
import { useId } from 'react';
import { stringifyJson } from '#domain/json.ts';
import classes from './report.module.css';

type Props = { other: readonly { path: string; value: unknown }[] };

/** Everything of the report that stands nowhere else on the page. */
export function OtherFields({ other }: Props) {
  const id = useId();
  if (other.length === 0) return null;
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <Title order={2} id={id}>
        Every other field
      </Title>
      <Facts isWide>
        {other.map(({ path, value }) => (
          <Fact key={path} name={<span className={classes['said']}>{path}</span>}>
            <code className={classes['said']}>
              {typeof value === 'string' ? value : stringifyJson(value)}
            </code>
          </Fact>
        ))}
      </Facts>
    </section>
  );
}
