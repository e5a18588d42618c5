import { type QueryClient, useQuery } from '@tanstack/react-query';
import { IconArrowLeft } from '@tabler/icons-react';
import { Box, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { amlBands } from '#contract/gateway/aml-bands.ts';
import type { AmlRulesSetting } from '#contract/gateway/aml-rules.ts';
import { changeAmlRules } from '#contract/gateway/aml-rules-change.ts';
import { isAboutSanctions } from '#domain/aml/bands.ts';
import { Button, LinkButton } from '#dashboard/ui/button.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { amlRulesQuery } from '#dashboard/entities/aml/aml-rules.queries.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { useSectionScroll } from '#dashboard/lib/use-section-scroll.ts';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FilterSelect } from '#dashboard/ui/filter-controls.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { useLeaveGuard } from '#dashboard/ui/use-leave-guard.ts';
import { amlLabels } from '#dashboard/entities/aml/aml-badge.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { sanctionsListsQuery } from './sanctions-lists.queries.ts';
import { SanctionsLists } from './sanctions-lists.tsx';
import { type AmlRulesDraft, draftOf, minimumField, parseDraft } from './aml-rules-draft.ts';
import { LastChange } from './last-change.tsx';
import { SettingFooter } from './setting-footer.tsx';
import classes from './settings.module.css';

export function loader(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(amlRulesQuery);
  void queryClient.prefetchQuery(sanctionsListsQuery);
}

/** The rules by which the account reads AML reports, on a page of their own. */
export function Component() {
  const { data, error, isPending, refetch } = useQuery(amlRulesQuery);
  useSectionScroll(!isPending);
  return (
    <Page
      actions={
        <LinkButton to="/settings" variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
          Settings
        </LinkButton>
      }
    >
      {data !== undefined && <AmlRulesForm setting={data} />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending ? <SkeletonLines label="Loading AML rules" /> : <SanctionsLists />}
    </Page>
  );
}

/** Thresholds, severities, and how long a report counts as recent. */
function AmlRulesForm({ setting }: { setting: AmlRulesSetting }) {
  const mayChange = usePermission(changeAmlRules);
  // What the draft was made from.
  const [base, setBase] = useState(setting);
  const [draft, setDraft] = useState(() => draftOf(setting.value));
  const [name, setName] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const change = useChange(changeAmlRules);
  const isDirty = !isSame(draft, draftOf(base.value));
  const takeOver = () => {
    setBase(setting);
    setDraft(draftOf(setting.value));
  };
  // A colleague's change, fetched meanwhile, shows at once unless the user is typing here; the user's own is in the
  // draft.
  if (setting.version !== base.version && (!isDirty || isSame(draft, draftOf(setting.value)))) takeOver();
  const guard = useLeaveGuard(isDirty && !change.isSuccess, change);
  const read = parseDraft(draft);
  const complaints = {
    ...(isChecked && !read.ok ? read.complaints : {}),
    ...(change.error instanceof ApiError ? change.error.fields : {}),
  };
  const set = (changed: Partial<AmlRulesDraft>) => {
    setDraft({ ...draft, ...changed });
    change.reset();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (!mayChange.allowed || change.isPending || !read.ok) return;
    change.mutate(
      { version: base.version, ...read.rules },
      { onSuccess: () => notifySuccess('AML rules saved') },
    );
  };
  const add = () => {
    const key = name.trim().toLowerCase();
    if (key !== '') set({ severities: { ...draft.severities, [key]: draft.severities[key] ?? 'medium' } });
    setName('');
  };

  return (
    <form noValidate aria-labelledby="aml-rules" onSubmit={save}>
      <Stack gap="lg" maw={880} fz="sm">
        <Stack component="header" gap={4} c="dimmed" className={classes['intro']}>
          <Title order={2} c="var(--text)" id="aml-rules">
            How risk is rated
          </Title>
          <p>
            A report gets the higher of the ratings from its score and its categories. Categories not listed
            here are rated at least medium.
          </p>
          <p>
            The risk is unknown, not low, if nothing is known about a subject, or if more of its funds than
            the share below are of unknown origin. The default of 50% follows the screening method.
          </p>
          <LastChange setting={setting} />
          {!mayChange.allowed && <p>{mayChange.reason} These rules are read-only.</p>}
        </Stack>
        <div className={classes['scores']}>
          {(['medium', 'high', 'severe'] as const).map((band) => (
            <TextInput
              key={band}
              label={`${amlLabels[band]} from a score of`}
              inputMode="decimal"
              autoComplete="off"
              readOnly={!mayChange.allowed}
              value={draft[band]}
              error={complaints[band]}
              onChange={(event) => set({ [band]: event.currentTarget.value })}
            />
          ))}
          <TextInput
            label="Unknown origin above, %"
            inputMode="decimal"
            autoComplete="off"
            readOnly={!mayChange.allowed}
            value={draft.unknownShare}
            error={complaints['unknownShare'] ?? complaints['unknown_share']}
            onChange={(event) => set({ unknownShare: event.currentTarget.value })}
          />
          <TextInput
            label="Days a report counts as recent"
            inputMode="numeric"
            autoComplete="off"
            readOnly={!mayChange.allowed}
            value={draft.recentDays}
            error={complaints['recentDays'] ?? complaints['recent_days']}
            onChange={(event) => set({ recentDays: event.currentTarget.value })}
          />
        </div>
        <Stack component="fieldset" gap="sm" miw={0}>
          <Box component="legend" mb={4} fw={500}>
            Severity and minimum share of each category
          </Box>
          <Text maw="72ch" mb={4} c="dimmed" inherit>
            A category raises the rating only at or above its minimum share of the funds: <em>direct</em>{' '}
            means funds received straight from it, <em>indirect</em> means all its funds, however many
            payments away. If a report doesn’t give the distance, the whole share counts as direct. A label on
            the address itself and direct exposure to sanctions always count. The defaults follow the
            screening method: it doesn’t trace payments below 0.1%, and severe funds raise the score from 1%.
          </Text>
          {complaints['minimum_shares'] !== undefined && (
            <Text c="var(--negative)" inherit role="alert">
              {complaints['minimum_shares']}
            </Text>
          )}
          <Stack component="ul" gap="xs" maw={640} className={classes['categories']}>
            {Object.entries(draft.severities).map(([category, severity]) => (
              <li key={category}>
                <span className={classes['category']}>{category}</span>
                <FilterSelect
                  aria-label={`Severity of ${category}`}
                  value={severity}
                  disabled={!mayChange.allowed}
                  data={[
                    ...amlBands.map((band) => ({ value: band, label: amlLabels[band] })),
                    { value: '', label: 'Remove' },
                  ]}
                  onChange={(event) => {
                    const chosen = amlBands.find((band) => band === event.currentTarget.value);
                    const { [category]: _before, ...others } = draft.severities;
                    set({
                      severities: chosen === undefined ? others : { ...draft.severities, [category]: chosen },
                    });
                  }}
                />
                {(['direct', 'indirect'] as const).map((kind) => {
                  const minimum = draft.minimumShares[category] ?? { direct: '0', indirect: '0' };
                  return (
                    <TextInput
                      key={kind}
                      label={kind === 'direct' ? 'Direct, %' : 'Indirect, %'}
                      aria-label={`Minimum ${kind} share of ${category}, in percent`}
                      inputMode="decimal"
                      autoComplete="off"
                      readOnly={!mayChange.allowed || (kind === 'direct' && isAboutSanctions(category))}
                      value={minimum[kind]}
                      error={complaints[minimumField(category, kind)]}
                      onChange={(event) =>
                        set({
                          minimumShares: {
                            ...draft.minimumShares,
                            [category]: { ...minimum, [kind]: event.currentTarget.value },
                          },
                        })
                      }
                    />
                  );
                })}
              </li>
            ))}
          </Stack>
          {mayChange.allowed && (
            <Group gap="sm" className={classes['add']}>
              <TextInput
                aria-label="Add category"
                placeholder="Category, spelled as in reports"
                maxLength={128}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  add();
                }}
              />
              <Button variant="default" onClick={add}>
                Add
              </Button>
            </Group>
          )}
        </Stack>
        {change.error !== null && <FailureAlert error={change.error} />}
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

function isSame(a: AmlRulesDraft, b: AmlRulesDraft): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
