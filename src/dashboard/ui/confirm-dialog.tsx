import { TextInput } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import classes from './dialog.module.css';
import { DialogFoot } from './dialog-foot.tsx';
import { Alert } from './alert.tsx';
import { RouteDialog } from './route-dialog.tsx';
import { useCloseDialog } from './use-close-dialog.ts';

type Props = {
  title: string;
  /** Describes what will happen. */
  children: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  /** The mutation; its error stays in the dialog. */
  action: { isPending: boolean; error: Error | null };
  /** A destructive action is red. */
  danger?: boolean;
  /** Text that has to be typed first, for what cannot be undone. */
  typeToConfirm?: { text: string; label: string };
  /** Why it can't be done now: the button is disabled, and nothing is to be typed. */
  disabledReason?: ReactNode;
  closeTo?: string;
};

/** Asks before something happens that is hard to take back, at its own address. */
export function ConfirmDialog(props: Props) {
  const {
    title,
    children,
    confirmLabel,
    onConfirm,
    action,
    danger = false,
    disabledReason,
    closeTo = '..',
  } = props;
  const isDisabled = disabledReason !== undefined;
  const typeToConfirm = isDisabled ? undefined : props.typeToConfirm;
  const reasonId = useId();
  const close = useCloseDialog(closeTo);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const isTyped = typeToConfirm === undefined || typed.trim() === typeToConfirm.text.trim();

  return (
    <RouteDialog title={title} closeTo={closeTo}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          setIsRefused(!isTyped);
          if (!isTyped) field.current?.focus();
          if (isTyped && !isDisabled && !action.isPending) onConfirm();
        }}
      >
        {children}
        {typeToConfirm && (
          <TextInput
            ref={field}
            data-autofocus
            label={typeToConfirm.label}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            error={isRefused && !isTyped ? `Type “${typeToConfirm.text}” exactly as shown.` : null}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {isDisabled && (
          <div id={reasonId}>
            <Alert tone="warning">{disabledReason}</Alert>
          </div>
        )}
        <DialogFoot error={action.error}>
          <div className={classes['footer']}>
            <Button
              variant="default"
              data-autofocus={typeToConfirm === undefined || undefined}
              onClick={() => close()}
            >
              Cancel
            </Button>
            <Button
              type="submit"
              {...(danger && !isDisabled ? { color: 'danger' } : {})}
              {...(isDisabled && { 'aria-disabled': true, 'aria-describedby': reasonId })}
              loading={action.isPending}
            >
              {confirmLabel}
            </Button>
          </div>
        </DialogFoot>
      </form>
    </RouteDialog>
  );
}
