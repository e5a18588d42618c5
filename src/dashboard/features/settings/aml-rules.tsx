import { Stack, Title, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { Fact, Facts } from '#dashboard/ui/facts.tsx';
import { amlQueries } from '#dashboard/entities/aml/aml.queries.ts';
import { LastChange } from './last-change.tsx';
import classes from './withdrawal-rules.module.css';

/** How the account reads AML reports, and the way to change that. */
export function AmlRulesSection() {
  const { data, error, refetch } = useQuery(amlQueries.rules());
  if (data === undefined) {
    return error === null ? (
      <Skeleton maw={880} h={172} mb="xl" aria-hidden />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  const { thresholds, severities, recent_days: days, unknown_share: unknownShare } = data.value;
  return (
    <Stack
      component="section"
      gap="sm"
      maw={880}
      pb="xl"
      fz="sm"
      className={classes['section']}
      aria-labelledby="aml-rules"
    >
      <Title order={2} id="aml-rules">
        AML reports
      </Title>
      <Facts>
        <Fact name="Scores">
          Medium from {thresholds.medium}, high from {thresholds.high}, severe from {thresholds.severe}
        </Fact>
        <Fact name="Categories">
          {Object.keys(severities).length} with a severity and minimum shares of their own
        </Fact>
        <Fact name="Unknown">Above {unknownShare}% of unknown origin</Fact>
        <Fact name="Recent">{days === 0 ? 'Always a new check' : `Reports of ${days} days`}</Fact>
      </Facts>
      <LastChange setting={data} />
      <div>
        <LinkButton to="/settings/aml" variant="default">
          AML rules
        </LinkButton>
      </div>
    </Stack>
  );
}
