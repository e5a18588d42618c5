import { Box, Stack } from '@mantine/core';
import { Alert } from '#dashboard/ui/alert.tsx';
import { LinkButton } from '#dashboard/ui/button.tsx';
import {
  identityProviderPaths,
  type SignInProblem,
  signInProblems,
} from '#contract/gateway/identity-provider.ts';
import classes from './user-sign-in.module.css';

type Props = {
  /** What people call the provider. */
  name: string;
  /** Where to go afterward. */
  next: string;
};

/** Sign-in with the company's identity provider, above the other ways. */
export function ProviderSignIn(props: Props) {
  return (
    <Stack gap="lg" mb="lg">
      <ProviderLink {...props} />
      <p className={classes['or']}>or</p>
    </Stack>
  );
}

/** Takes the browser to the identity provider and back. */
export function ProviderLink({ name, next }: Props) {
  const query = new URLSearchParams({ next }).toString();
  return (
    <LinkButton
      reloadDocument
      to={`${identityProviderPaths.start}?${query}`}
      variant="default"
      size="md"
      fullWidth
    >
      Continue with {name}
    </LinkButton>
  );
}

const messages = {
  unreachable: 'The identity provider didn’t respond. Try again, or sign in another way.',
  expired: 'Signing in took too long, or was completed already. Try again.',
  refused: 'The identity provider’s response couldn’t be verified. Try again.',
  'client-refused':
    'The identity provider refused this console’s client ID or secret. Ask your administrator: the server log has the details.',
  cancelled: 'You didn’t finish signing in with the identity provider. Try again, or sign in another way.',
  'no-account': 'This console has no working API key for its users yet. Ask your administrator to add one.',
  'no-role': 'None of your groups gives you access to this console. Ask your administrator.',
  'no-email':
    'Your identity provider hasn’t verified your email address, so you can’t be recognized. Ask your administrator.',
  removed: 'An administrator removed you from this console. Ask for an invitation to come back.',
  'other-person': 'Someone else has already signed in with your email address. Ask your administrator.',
} as const satisfies Record<SignInProblem, string>;

/** Why signing in with the identity provider failed, as the page's address says. */
export function ProviderProblem({ problem }: { problem: string }) {
  const known = signInProblems.find((each) => each === problem);
  return (
    known !== undefined && (
      <Box mb="lg">
        <Alert tone="warning" role="alert">
          {messages[known]}
        </Alert>
      </Box>
    )
  );
}
