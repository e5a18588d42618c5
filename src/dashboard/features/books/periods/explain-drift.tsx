import { zodResolver } from '@hookform/resolvers/zod';
import { Checkbox, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useForm, useFormState } from 'react-hook-form';
import type { ClosedPeriod } from '#contract/gateway/closed-periods.ts';
import { explainDrift, type LateBooking } from '#contract/gateway/closing.ts';
import type { BodyOf } from '#contract/operation.ts';
import { formatCount } from '#domain/format.ts';
import { useChange, useIsChanging } from '#dashboard/api/changes.ts';
import { DialogSkeleton } from '#dashboard/ui/dialog-skeleton.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FormDialog } from '#dashboard/ui/form-dialog.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { periodsPath } from '#dashboard/entities/books/books-paths.ts';
import { daysOf } from './periods-paths.ts';
import { bookingLabel } from './late-bookings.tsx';
import { PeriodDialog } from './period-dialog.tsx';
import { lateBookingsQuery } from './periods.queries.ts';

const title = 'Explain drift';
const resolver = zodResolver(explainDrift.body);

export function Component() {
  return <PeriodDialog title={title}>{(period) => <Loaded period={period} />}</PeriodDialog>;
}

function Loaded({ period }: { period: ClosedPeriod }) {
  const { data, error, refetch } = useQuery(lateBookingsQuery(period.id));
  if (data !== undefined) return <Opened period={period} bookings={data.bookings} />;
  const content = () => {
    if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <DialogSkeleton label="Loading late bookings" />;
  };
  return (
    <RouteDialog title={title} closeTo={periodsPath}>
      {content()}
    </RouteDialog>
  );
}

/**
 * What is open stays until the dialog closes: once it is explained, it is read again, and without the form, nothing would
 * close the dialog.
 */
function Opened({ period, bookings }: { period: ClosedPeriod; bookings: readonly LateBooking[] }) {
  const unexplained = bookings.filter(({ is_drift: isDrift, notes }) => isDrift && notes.length === 0);
  const [open, setOpen] = useState(unexplained);
  if (open.length === 0 && unexplained.length > 0) setOpen(unexplained);
  if (open.length > 0) return <Explain period={period} bookings={open} />;
  return (
    <RouteDialog title={title} closeTo={periodsPath}>
      <EmptyState title="Nothing to explain">All drift is explained.</EmptyState>
    </RouteDialog>
  );
}

/** One explanation for those that are chosen: all of them at first. */
function Explain({ period, bookings }: { period: ClosedPeriod; bookings: readonly LateBooking[] }) {
  const explain = useChange(explainDrift);
  const isExplaining = useIsChanging(explainDrift);
  const close = useCloseDialog(periodsPath);
  const form = useForm<BodyOf<typeof explainDrift>>({
    resolver,
    defaultValues: { id: period.id, posting_ids: bookings.map(({ posting_id: id }) => id), note: '' },
  });
  const { field, fieldState } = useController({ control: form.control, name: 'posting_ids' });
  const { errors } = useFormState({ control: form.control });
  return (
    <FormDialog
      title={`Explain drift of ${daysOf(period)}`}
      form={form}
      saving={explain}
      submitLabel={title}
      closeTo={periodsPath}
      onSubmit={(body) => {
        if (isExplaining()) return;
        explain.mutate(body, {
          onSuccess: ({ explained }) => {
            notifySuccess(`${formatCount(explained, 'late booking')} explained`);
            close({ saved: true });
          },
        });
      }}
    >
      <Checkbox.Group
        label="Late bookings"
        value={field.value}
        onChange={field.onChange}
        error={fieldState.error?.message}
      >
        <Stack gap="xs" pt="xs">
          {bookings.map((booking) => (
            <Checkbox
              key={booking.posting_id}
              value={booking.posting_id}
              label={bookingLabel(booking)}
              description={
                <>
                  Created <Time value={booking.created_at} />, booked <Time value={booking.booked_at} />
                </>
              }
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Textarea
        {...form.register('note')}
        label="Explanation"
        description="It stays on record with your name."
        rows={3}
        autoComplete="off"
        error={errors.note?.message}
      />
    </FormDialog>
  );
}
