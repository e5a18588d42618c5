import { Group, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type AmlWatchBudget, LARGEST_WATCH_BUDGET } from '#contract/gateway/aml-watches.ts';
import { groupDigits } from '#dashboard/lib/digits.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FilterInput } from '#dashboard/ui/filter-controls.tsx';
import { notifySuccess } from '#dashboard/ui/notify.ts';
import { usePermission } from '#dashboard/session/use-permission.ts';
import classes from './watches.module.css';
import { useChangeBudget } from './watches.mutations.ts';

/** What the watch list has spent this month, and how much it may. */
export function WatchBudget({ budget }: { budget: AmlWatchBudget }) {
  const mayCheck = usePermission('aml:check');
  const change = useChangeBudget();
  const [typed, setTyped] = useState<string>();
  const { per_month: most, spent, renewed_at: renewed, version } = budget;
  const value = typed ?? String(most);
  const isPossible = /^\d{1,6}$/.test(value.trim()) && Number(value) <= LARGEST_WATCH_BUDGET;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPossible || change.isPending) return;
    change.mutate(
      { version, per_month: Number(value) },
      {
        onSuccess: () => {
          setTyped(undefined);
          notifySuccess('The budget is saved.');
        },
      },
    );
  };

  return (
    <Group component="section" gap="8px 24px" aria-label="Budget">
      <span>
        <strong>{groupDigits(spent)}</strong> of {groupDigits(most)} checks spent this month. The next month
        begins on {renewed.slice(0, 10)} (UTC).
      </span>
      {mayCheck.allowed && (
        <form onSubmit={submit}>
          <Group gap="sm">
            <label htmlFor="watch-budget">Checks a month</label>
            <FilterInput
              id="watch-budget"
              aria-label="Checks a month"
              className={classes['number'] ?? ''}
              inputMode="numeric"
              autoComplete="off"
              aria-invalid={!isPossible || undefined}
              value={value}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            {typed !== undefined && typed !== String(most) && (
              <Button type="submit" variant="default" loading={change.isPending}>
                Save
              </Button>
            )}
          </Group>
        </form>
      )}
      {!isPossible && (
        <Text span display="block" c="var(--negative)" inherit role="alert">
          A whole number of checks from 0 to {groupDigits(LARGEST_WATCH_BUDGET)}.
        </Text>
      )}
      {change.error !== null && <FailureAlert error={change.error} />}
    </Group>
  );
}
