import { IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import type { SignInOptions } from '#contract/gateway/sign-in.ts';
import classes from './sandbox-keys.module.css';

type Props = {
  keys: SignInOptions['sandbox_keys'];
  /** The key that is being tried. */
  pending: string | null;
  onChoose: (token: string) => void;
};

/** The sandbox's own keys, each with what it may do. */
export function SandboxKeys({ keys, pending, onChoose }: Props) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={classes['section']}>
      <h2 id={heading} className={classes['heading']}>
        Or try the sandbox as
      </h2>
      <ul className={classes['keys']}>
        {keys.map(({ token, title, description }) => (
          <li key={token}>
            <button
              type="button"
              className={classes['key']}
              aria-busy={pending === token}
              onClick={() => pending === null && onChoose(token)}
            >
              <span className={classes['words']}>
                <span className={classes['title']}>{title}</span>
                <span className={classes['description']}>{description}</span>
              </span>
              <IconChevronRight size={16} aria-hidden className={classes['arrow']} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
