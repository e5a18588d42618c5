import { Stack, Title, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { Fact, Facts } from '#dashboard/ui/facts.tsx';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { rulesPath } from '#dashboard/entities/address-book/book-paths.ts';
import { usePermission } from '#dashboard/session/use-permission.ts';
import { LastChange } from './last-change.tsx';
import { RulesInForce } from '#dashboard/entities/settings/rules-in-force.tsx';
import { withdrawalRulesQuery } from '#dashboard/entities/settings/withdrawal-rules.queries.ts';
import classes from './withdrawal-rules.module.css';

/** Which addresses the account withdraws to, and the way to change that. */
export function WithdrawalRules() {
  const mayChange = usePermission('wallets:write');
  const { data, error, refetch } = useQuery(withdrawalRulesQuery);
  if (data === undefined) {
    return error === null ? (
      <Skeleton maw={880} h={172} mb="xl" aria-hidden />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  const { book_only: isBookOnly, cooling_off_hours: hours } = data.value;
  return (
    <Stack
      component="section"
      gap="sm"
      maw={880}
      pb="xl"
      fz="sm"
      id="withdrawals"
      className={classes['section']}
      aria-labelledby="withdrawal-rules"
    >
      <Title order={2} id="withdrawal-rules">
        Withdrawals
      </Title>
      <Facts>
        <Fact name="Recipients">{isBookOnly ? 'Only addresses of the address book' : 'Any address'}</Fact>
        <Fact name="Cooling-off">{hours === 0 ? 'None' : `${hours} h after an address is added`}</Fact>
      </Facts>
      <RulesInForce setting={data} />
      <LastChange setting={data} />
      {mayChange.allowed ? (
        <div>
          <LinkButton to={rulesPath} variant="default">
            Change …
          </LinkButton>
        </div>
      ) : (
        <p>{mayChange.reason} You see the rules all the same.</p>
      )}
    </Stack>
  );
}
