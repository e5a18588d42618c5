import { LinkButton } from '#dashboard/ui/button.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** A page without anything to do but to sign in. */
export function LinkAlone({ title, lead }: { title: string; lead: string }) {
  return (
    <SignInFrame title={title} lead={lead}>
      <LinkButton to="/sign-in" variant="default">
        Go to sign-in
      </LinkButton>
    </SignInFrame>
  );
}
