import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ReauthenticationWay } from '#contract/gateway/reauthentication-proof.ts';
import { askWith } from '#dashboard/api/reauthentication.ts';

const ReauthenticationDialog = lazy(async () => ({
  default: (await import('../../features/sign-in/reauthentication-dialog.tsx')).ReauthenticationDialog,
}));

type Asked = { ways: readonly ReauthenticationWay[]; answer: (isProved: boolean) => void };

/**
 * Asks who the user is where a change needs it. It stands before the page, so that it hears Escape before the dialog in which
 * the change is made, which stays open.
 */
export function ReauthenticationHost() {
  const [asked, setAsked] = useState<Asked>();
  const current = useRef<Asked>(undefined);
  useEffect(() => {
    const show = (next: Asked | undefined) => {
      current.current = next;
      setAsked(next);
    };
    askWith(
      async (ways) =>
        new Promise((resolve) => {
          const answer = (isProved: boolean) => {
            show(undefined);
            resolve(isProved);
          };
          show({ ways, answer });
        }),
    );
    const onKeyDown = (event: KeyboardEvent) => {
      if (current.current === undefined || event.key !== 'Escape' || event.isComposing) return;
      event.stopImmediatePropagation();
      current.current.answer(false);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
  return (
    asked && (
      <Suspense>
        <ReauthenticationDialog ways={asked.ways} onDone={asked.answer} />
      </Suspense>
    )
  );
}
