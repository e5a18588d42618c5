import { Checkbox, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { readRateSource } from '#contract/gateway/rate-source.ts';
import {
  changeValueSettings,
  type ValueChoice,
  valueChoices,
  type ValueSetting,
  type ValueSettings,
} from '#contract/gateway/value-settings.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { valueSettingsQuery } from '#dashboard/entities/value/value-currency.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FilterSelect } from '#dashboard/ui/filter-controls.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { useLeaveGuard } from '#dashboard/ui/use-leave-guard.ts';
import { LastChange } from './last-change.tsx';
import { RateSourceForm } from './rate-source-form.tsx';
import { SettingFooter } from './setting-footer.tsx';
import classes from './settings.module.css';

export function loader(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(valueSettingsQuery);
  void queryClient.prefetchQuery(queryOf(readRateSource, {}));
}

/** How the account shows values in USD or EUR, and where it reads rates from. */
export function Component() {
  const { data, error, isPending, refetch } = useQuery(valueSettingsQuery);
  return (
    <Page
      actions={
        <LinkButton to="/settings" variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
          Settings
        </LinkButton>
      }
    >
      {data !== undefined && <ValueForm setting={data} />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending ? <SkeletonLines label="Loading the settings" /> : <RateSourceForm />}
    </Page>
  );
}

const choiceLabels = { USD: 'USD', EUR: 'EUR', off: 'No values' } as const satisfies Record<
  ValueChoice,
  string
>;

/** What is typed, before it is a setting. */
type Draft = Omit<ValueSettings, 'max_age_days'> & { max_age_days: string };

const draftOf = (value: ValueSettings): Draft => ({ ...value, max_age_days: String(value.max_age_days) });
const isSame = (a: Draft, b: Draft) => JSON.stringify(a) === JSON.stringify(b);

function ValueForm({ setting }: { setting: ValueSetting }) {
  const mayChange = usePermission(changeValueSettings);
  // What the draft was made from.
  const [base, setBase] = useState(setting);
  const [draft, setDraft] = useState(() => draftOf(setting.value));
  const change = useChange(changeValueSettings);
  const isDirty = !isSame(draft, draftOf(base.value));
  const takeOver = () => {
    setBase(setting);
    setDraft(draftOf(setting.value));
  };
  // A colleague's change shows at once unless the user is typing here; the user's own is in the draft.
  if (setting.version !== base.version && (!isDirty || isSame(draft, draftOf(setting.value)))) takeOver();
  const guard = useLeaveGuard(isDirty && !change.isSuccess, change);
  const complaints = change.error instanceof ApiError ? change.error.fields : {};
  const set = (changed: Partial<Draft>) => {
    setDraft({ ...draft, ...changed });
    change.reset();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!mayChange.allowed || change.isPending) return;
    // The server says what is wrong with a number.
    const days = /^\d{1,6}$/.test(draft.max_age_days.trim()) ? Number(draft.max_age_days) : 0;
    change.mutate(
      { version: base.version, ...draft, dust: draft.dust.trim(), max_age_days: days },
      { onSuccess: () => notifySuccess('Settings saved') },
    );
  };
  return (
    <form noValidate aria-labelledby="values" onSubmit={save}>
      <Stack gap="lg" maw={880} pb="xl" fz="sm">
        <Stack component="header" gap={4} c="dimmed" className={classes['intro']}>
          <Title order={2} c="var(--text)" id="values">
            Values
          </Title>
          <p>
            What balances and statements are worth, next to their exact amounts, once there is any{' '}
            <Link to="/books/rates">exchange rate</Link>.{' '}
            <Link to="/help/value">How values are calculated</Link>
          </p>
          <LastChange setting={setting} />
        </Stack>
        <div className={classes['fields']}>
          <Stack gap={4}>
            <Text component="label" htmlFor="value-currency" fw={500} inherit>
              Show values in
            </Text>
            <Text c="dimmed" size="xs" lh={1.2}>
              Users can choose otherwise in their browser.
            </Text>
            <FilterSelect
              id="value-currency"
              aria-label="Show values in"
              value={draft.currency}
              disabled={!mayChange.allowed}
              data={valueChoices.map((value) => ({ value, label: choiceLabels[value] }))}
              onChange={({ currentTarget: { value } }) =>
                set({ currency: valueChoices.find((each) => each === value) ?? 'off' })
              }
            />
          </Stack>
          <TextInput
            label="Days that a rate counts"
            description="An older one isn’t used."
            inputMode="numeric"
            value={draft.max_age_days}
            readOnly={!mayChange.allowed}
            error={complaints['max_age_days']}
            onChange={(event) => set({ max_age_days: event.currentTarget.value })}
          />
          <TextInput
            label="Small amounts are below"
            description="In the shown currency. Rows below it can be hidden."
            inputMode="decimal"
            value={draft.dust}
            readOnly={!mayChange.allowed}
            error={complaints['dust']}
            onChange={(event) => set({ dust: event.currentTarget.value })}
          />
        </div>
        <Checkbox
          label="Count USDT and USDC as 1 USD where they have no rate of their own"
          description="Every total that depends on it says so."
          checked={draft.stablecoins_as_usd}
          disabled={!mayChange.allowed}
          onChange={(event) => set({ stablecoins_as_usd: event.currentTarget.checked })}
        />
        {change.error !== null && Object.keys(complaints).length === 0 && (
          <FailureAlert error={change.error} />
        )}
        <SettingFooter
          guard={guard}
          mayChange={mayChange}
          isSaving={change.isPending}
          isDirty={isDirty}
          onUndo={() => {
            change.reset();
            takeOver();
          }}
          onRestore={() => set(draftOf(setting.defaults))}
        />
      </Stack>
    </form>
  );
}
