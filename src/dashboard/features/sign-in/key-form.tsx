import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#dashboard/ui/button.tsx';
import classes from './key-form.module.css';

type Props = { isPending: boolean; onSubmit: (token: string) => void };

/** The one field of the sign-in page. Its value is never kept anywhere. */
export function KeyForm({ isPending, onSubmit }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isShown, setIsShown] = useState(false);
  const [complaint, setComplaint] = useState<string | null>(null);
  const Eye = isShown ? IconEyeOff : IconEye;

  // Nothing else can be done here; a link to this page is a link to this field.
  useEffect(() => field.current?.focus(), []);

  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        const token = field.current?.value.trim() ?? '';
        setComplaint(token === '' ? 'Paste your API key.' : null);
        if (token === '') field.current?.focus();
        else if (!isPending) onSubmit(token);
      }}
    >
      <label htmlFor={id} className={classes['label']}>
        API key
      </label>
      <div className={classes['field']} data-invalid={complaint !== null || undefined}>
        <input
          ref={field}
          id={id}
          className={classes['input']}
          type={isShown ? 'text' : 'password'}
          name="api-key"
          maxLength={1024}
          // A password manager must not offer to keep a key that moves funds.
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={complaint !== null}
          aria-describedby={`${id}-complaint`}
        />
        <button
          type="button"
          className={classes['eye']}
          aria-label="Show the key"
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Eye size={18} stroke={1.75} aria-hidden />
        </button>
      </div>
      <p id={`${id}-complaint`} className={classes['complaint']} role="alert">
        {complaint}
      </p>
      <Button type="submit" size="md" fullWidth loading={isPending}>
        Sign in
      </Button>
    </form>
  );
}
