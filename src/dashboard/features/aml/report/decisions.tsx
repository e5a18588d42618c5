import { Group, Stack, Text, Title } from '@mantine/core';
import { useId, useRef } from 'react';
import { Link } from 'react-router';
import type { AmlCheck } from '#contract/gateway/aml-library.ts';
import type { AmlDecisionRecord } from '#contract/gateway/aml-bands.ts';
import { notifySuccess } from '#dashboard/ui/notify.ts';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { amlCheckPath } from '#dashboard/entities/aml/aml-paths.ts';
import { amlWords, keyWords, originWords } from '#dashboard/entities/aml/aml-words.ts';
import { useDecide } from '#dashboard/entities/aml/aml.mutations.ts';
import { AmlBadge } from '#dashboard/entities/aml/aml-badge.tsx';
import { usePermission } from '#dashboard/session/use-permission.ts';
import { DecisionForm } from './decision-form.tsx';
import classes from './report.module.css';

type Props = {
  check: AmlCheck;
  /** Made on the check or carried over to it, the latest first. */
  decisions: readonly AmlDecisionRecord[];
  /** The latest decision on the subject, where it doesn't hold for this check. */
  other: AmlDecisionRecord | null;
};

/** What was decided on the check, the latest on top, and the way to decide anew. */
export function Decisions({ check, decisions, other }: Props) {
  const id = useId();
  const mayCheck = usePermission('aml:check');
  const section = useRef<HTMLElement>(null);
  const decide = useDecide();
  const [latest] = decisions;
  return (
    <section ref={section} tabIndex={-1} className={classes['panel']} aria-labelledby={id}>
      <Title order={2} id={id}>
        Decision
      </Title>
      {decisions.length === 0 && (
        <Text c="dimmed" fw={400} inherit>
          No decision on this check yet.
        </Text>
      )}
      {other !== null && <OtherDecision check={check} other={other} />}
      {decisions.length > 0 && (
        <Stack component="ol" gap={0} className={classes['decisions']}>
          {decisions.map((each) => (
            <li key={each.id}>
              <Group wrap="nowrap" gap="sm" align="baseline">
                <strong>
                  <AmlBadge of={each.decision} />
                </strong>
                {each !== latest && (
                  <Text span c="dimmed" fw={400} inherit>
                    earlier
                  </Text>
                )}
              </Group>
              {each.check_id !== check.id && (
                <Text c="dimmed" fw={400} inherit>
                  {originWords(each)}. The result is the same.{' '}
                  <Link to={amlCheckPath(each.check_id)}>Open that check</Link>
                </Text>
              )}
              {each.note !== '' && <p className={classes['said']}>{each.note}</p>}
              <Text c="dimmed" fw={400} inherit>
                by {keyWords(each.decided_by, each.key_fingerprint)}, on {amlWords[each.band].toLowerCase()}{' '}
                risk, <CopyableTime value={each.decided_at} />
              </Text>
            </li>
          ))}
        </Stack>
      )}
      {mayCheck.allowed && check.band !== null ? (
        <DecisionForm
          key={latest?.id}
          checkId={check.id}
          band={check.band}
          after={latest?.id ?? null}
          decide={decide}
          onDecided={() => {
            decide.reset();
            // The form begins anew: the focus stays where the decision is read.
            section.current?.focus({ preventScroll: true });
            notifySuccess('The decision is kept, and stands in the journal.');
          }}
        />
      ) : (
        <Text c="dimmed" fw={400} inherit>
          {mayCheck.reason}
        </Text>
      )}
    </section>
  );
}

function OtherDecision({ check, other }: { check: AmlCheck; other: AmlDecisionRecord }) {
  const isEarlier = check.ended_at !== null && other.checked_at < check.ended_at;
  return (
    <Text c="dimmed" fw={400} inherit>
      {isEarlier ? 'The earlier' : 'A later'} check of {other.checked_at.slice(0, 10)} was{' '}
      {amlWords[other.decision].toLowerCase()} by {keyWords(other.decided_by, other.key_fingerprint)}
      {isEarlier ? ', but the result or its rating has changed since.' : '.'}{' '}
      <Link to={amlCheckPath(other.check_id)}>Open that check</Link>
    </Text>
  );
}
