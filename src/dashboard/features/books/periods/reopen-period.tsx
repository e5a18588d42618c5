import { zodResolver } from '@hookform/resolvers/zod';
import { Textarea } from '@mantine/core';
import { useForm, useFormState } from 'react-hook-form';
import type { ClosedPeriod, ClosedPeriods } from '#contract/gateway/closed-periods.ts';
import { reopenPeriod } from '#contract/gateway/closing.ts';
import type { BodyOf } from '#contract/operation.ts';
import { formatCount } from '#domain/format.ts';
import { useChange, useIsChanging } from '#dashboard/api/changes.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { FormDialog } from '#dashboard/ui/form-dialog.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { periodsPath } from '#dashboard/entities/books/books-paths.ts';
import { daysOf } from './periods-paths.ts';
import { PeriodDialog } from './period-dialog.tsx';

const title = 'Reopen period';
const resolver = zodResolver(reopenPeriod.body);

export function Component() {
  return (
    <PeriodDialog title={title}>{(period, books) => <Reopen period={period} books={books} />}</PeriodDialog>
  );
}

function Reopen({ period, books }: { period: ClosedPeriod; books: ClosedPeriods }) {
  const reopen = useChange(reopenPeriod);
  const isReopening = useIsChanging(reopenPeriod);
  const close = useCloseDialog(periodsPath);
  const form = useForm<BodyOf<typeof reopenPeriod>>({
    resolver,
    defaultValues: { id: period.id, version: books.version, reason: '' },
  });
  const { errors } = useFormState({ control: form.control });
  const later = books.periods.filter((each) => each.reopened === null && each.from > period.from).length;
  return (
    <FormDialog
      title={`Reopen ${daysOf(period)}`}
      form={form}
      saving={reopen}
      submitLabel={title}
      closeTo={periodsPath}
      onSubmit={(body) => {
        if (isReopening()) return;
        reopen.mutate(body, {
          onSuccess: ({ reopened }) => {
            notifySuccess(`${formatCount(reopened.length, 'period')} reopened`);
            close({ saved: true });
          },
        });
      }}
    >
      <Alert tone="warning">
        {later === 0
          ? 'This reopens the period.'
          : `This reopens the period and ${formatCount(later, 'later one', 'later ones')}.`}{' '}
        What was closed and your reason stay on record.
      </Alert>
      <Textarea
        {...form.register('reason')}
        label="Reason"
        rows={3}
        autoComplete="off"
        error={errors.reason?.message}
      />
    </FormDialog>
  );
}
