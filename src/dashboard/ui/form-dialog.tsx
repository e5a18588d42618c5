import type { ReactNode } from 'react';
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import { Button } from './button.tsx';
import classes from './dialog.module.css';
import { DialogFoot } from './dialog-foot.tsx';
import { DiscardQuestion } from './leave-question.tsx';
import { RouteDialog } from './route-dialog.tsx';
import { useCloseDialog } from './use-close-dialog.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useServerFieldErrors } from './use-server-field-errors.ts';

type Props<In extends FieldValues, Out> = {
  title: string;
  form: UseFormReturn<In, unknown, Out>;
  onSubmit: (values: Out) => void;
  /** The mutation that saves; its error shows at the fields that the service named, the rest beside the buttons. */
  saving: { isPending: boolean; error: Error | null };
  submitLabel: string;
  closeTo?: string;
  /** Between title and fields. */
  children: ReactNode;
};

/**
 * A form at its own address. Leaving it with something entered asks first; to leave after saving, call
 * `useCloseDialog()({ saved: true })`.
 */
export function FormDialog<In extends FieldValues, Out>(props: Props<In, Out>) {
  const { title, form, onSubmit, saving, submitLabel, closeTo = '..', children } = props;
  const { isDirty } = useFormState({ control: form.control });
  const blocker = useLeaveGuard(isDirty, saving);
  const close = useCloseDialog(closeTo);
  const rest = useServerFieldErrors(form, saving.error);

  return (
    <RouteDialog title={title} closeTo={closeTo}>
      <form
        ref={markFirstField}
        noValidate
        className={classes['form']}
        // The type of onSubmit is that of the parsed values; without a resolver both are the same.
        onSubmit={(event) =>
          void form.handleSubmit(onSubmit as Parameters<typeof form.handleSubmit>[0])(event)
        }
      >
        {children}
        <DialogFoot error={rest}>
          {blocker.state === 'blocked' ? (
            <DiscardQuestion guard={blocker} />
          ) : (
            <div className={classes['footer']}>
              <Button variant="default" onClick={() => close()}>
                Cancel
              </Button>
              <Button type="submit" loading={saving.isPending}>
                {submitLabel}
              </Button>
            </div>
          )}
        </DialogFoot>
      </form>
    </RouteDialog>
  );
}

/** The dialog focuses the element with this attribute, otherwise its first button, which is the one that closes it. */
function markFirstField(form: HTMLFormElement | null): void {
  const hasAutofocus = form?.querySelector('[data-autofocus]') !== null;
  if (!hasAutofocus) form?.querySelector('input, select, textarea')?.setAttribute('data-autofocus', '');
}
