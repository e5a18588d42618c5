import { zodResolver } from '@hookform/resolvers/zod';
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useForm, useFormState } from 'react-hook-form';
import { useLocation } from 'react-router';
import { changeWithdrawalRules, type WithdrawalRulesSetting } from '#contract/gateway/withdrawal-rules.ts';
import type { BodyOf } from '#contract/operation.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FormDialog } from '#dashboard/ui/form-dialog.tsx';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { RulesInForce, withdrawalRulesQuery } from '#dashboard/entities/settings/withdrawal-rules.tsx';
import { ChoiceList } from '#dashboard/ui/choice-list.tsx';
import { DialogSkeleton } from '#dashboard/ui/dialog-skeleton.tsx';
import { rulesOpener } from '#dashboard/entities/address-book/book-paths.ts';

const title = 'Withdrawal rules';

/** Whether the account withdraws to its address book only, and how long an address cools off there. */
export function RulesDialog() {
  const mayChange = usePermission(changeWithdrawalRules);
  const closeTo = rulesOpener(useLocation().state);
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...withdrawalRulesQuery, staleTime: 0 });
  // A form begins with what holds now, not with what was read before.
  if (mayChange.allowed && data !== undefined && isFetchedAfterMount) {
    return <RulesForm setting={data} closeTo={closeTo} />;
  }
  const content = () => {
    if (!mayChange.allowed) return <NoPermission lacking={mayChange.lacking} act="change" />;
    return error === null ? (
      <DialogSkeleton label="Loading rules" />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  };
  return (
    <RouteDialog title={title} closeTo={closeTo}>
      {content()}
    </RouteDialog>
  );
}

type Body = BodyOf<typeof changeWithdrawalRules>;
/** The form's fields: a choice is text. */
type Input = { version: number; recipients: 'any' | 'book'; cooling_off_hours: number };

const checkBody = zodResolver(changeWithdrawalRules.body);

function RulesForm({ setting, closeTo }: { setting: WithdrawalRulesSetting; closeTo: string }) {
  const change = useChange(changeWithdrawalRules);
  const close = useCloseDialog(closeTo);
  const { version, value } = setting;
  const form = useForm<Input, unknown, Body>({
    resolver: async ({ recipients, ...rest }, context, options) =>
      await checkBody({ ...rest, book_only: recipients === 'book' }, context, options as never),
    // This is the version that the form began with, so that a colleague's change isn't overwritten unseen.
    defaultValues: {
      version,
      recipients: value.book_only ? 'book' : 'any',
      cooling_off_hours: value.cooling_off_hours,
    },
  });
  const { errors } = useFormState({ control: form.control });
  const { cooling_off_hours: hours, book_only: isHeld } = setting.in_force;
  return (
    <FormDialog
      title={title}
      form={form}
      saving={change}
      submitLabel="Save"
      closeTo={closeTo}
      onSubmit={(body) => {
        if (change.isPending) return;
        change.mutate(body, {
          onSuccess: ({ in_force_from: from }) => {
            notifySuccess(
              from === null
                ? 'Rules saved. They apply now.'
                : 'Rules saved. They apply when the current waiting period ends.',
            );
            close({ saved: true });
          },
        });
      }}
    >
      <RulesInForce setting={setting} />
      <ChoiceList
        legend="Allowed recipients"
        field={form.register('recipients')}
        autoFocusValue={value.book_only ? 'book' : 'any'}
        choices={[
          { value: 'any', label: 'Any address' },
          {
            value: 'book',
            label: 'Only allow saved addresses',
            meaning:
              'Withdrawals to any other address are refused, whether they come from the console or the API.',
          },
        ]}
      />
      <TextInput
        {...form.register('cooling_off_hours', { valueAsNumber: true })}
        label="Waiting period, in hours"
        description="How long a new address must wait before it can be paid. Enter 0 for no waiting period. Addresses already saved keep theirs."
        inputMode="numeric"
        autoComplete="off"
        error={errors.cooling_off_hours?.message}
      />
      {isHeld && hours > 0 && (
        <Text c="dimmed" size="sm">
          Stricter rules apply immediately. Looser rules apply after {hours} h, so that nobody can bypass the
          waiting period.
        </Text>
      )}
    </FormDialog>
  );
}
