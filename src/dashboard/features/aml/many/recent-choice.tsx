import { Group } from '@mantine/core';
import { LONGEST_RECENT_DAYS, type RecentDays } from '#contract/gateway/aml-checks.ts';
import { FilterSelect } from '#dashboard/ui/filter-controls.tsx';

type Props = {
  value: RecentDays;
  onChoose: (recentDays: RecentDays) => void;
};

const choices: readonly RecentDays[] = ['ever', LONGEST_RECENT_DAYS, 90, 30, 7, 1, 0];

/** Which of the subjects are checked: those that never were, all, or those whose last report is of some age. */
export function RecentChoice({ value, onChoose }: Props) {
  const known = choices.includes(value) ? choices : [value, ...choices];
  return (
    <Group component="span" display="inline-flex" gap="sm">
      Check
      <FilterSelect
        aria-label="Which of them to check"
        value={String(value)}
        data={known.map((choice) => ({ value: String(choice), label: label(choice) }))}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          onChoose(chosen === 'ever' ? 'ever' : Number(chosen));
        }}
      />
    </Group>
  );
}

function label(days: RecentDays): string {
  if (days === 'ever') return 'only what was never checked';
  if (days === 0) return 'all of them anew';
  return days === 1 ? 'what has no report of the last day' : `what has no report of the last ${days} days`;
}
