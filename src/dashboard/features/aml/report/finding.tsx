import { Group, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { AmlCheck } from '#contract/gateway/aml-library.ts';
import type { AmlRules } from '#contract/gateway/aml-rules.ts';
import { notFoundLabel } from '#domain/aml/not-found.ts';
import { BandBadge, SanctionsTag } from '#dashboard/entities/aml/aml-badge.tsx';
import { findingWords } from './finding-words.ts';
import classes from './report.module.css';

type Props = { check: AmlCheck; thresholds: AmlRules['thresholds'] | undefined };

/** The score with its band, and what was found in a sentence. */
export function Finding({ check, thresholds }: Props) {
  const id = useId();
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <Title order={2} id={id}>
        Finding
      </Title>
      {check.band !== null && (
        <Group component="p" gap="4px 8px" className={classes['verdict']}>
          <BandBadge band={check.band} score={check.score} reason={notFoundLabel(check)} />
          <SanctionsTag sanctions={check.sanctions} />
        </Group>
      )}
      <Text maw="72ch" lh="20px" inherit className={classes['sentence']}>
        {findingWords(check)}
      </Text>
      {thresholds !== undefined && (
        <Text c="dimmed" fw={400} inherit>
          By the account’s rules a score is medium from {thresholds.medium}, high from {thresholds.high} and
          severe from {thresholds.severe}; a category that reaches its minimum share can weigh more than the
          score.
        </Text>
      )}
    </section>
  );
}
