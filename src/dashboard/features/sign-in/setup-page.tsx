import { zodResolver } from '@hookform/resolvers/zod';
import { Stack, TextInput } from '@mantine/core';
import { useForm, useFormState } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { setUpFirstAdministrator } from '#contract/gateway/setup.ts';
import { useChange, useIsChanging } from '#dashboard/api/changes.ts';
import { useDocumentTitle } from '#dashboard/lib/use-page-title.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { useServerFieldErrors } from '#dashboard/ui/use-server-field-errors.ts';
import { LinkAlone } from './link-alone.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useLinkToken } from './use-link-token.ts';

const { name, email } = setUpFirstAdministrator.body.shape;
const person = z.object({ name, email });
const resolver = zodResolver(person);

/** Where the link that the server prints leads: the first administrator says who it is, and joins. */
export function Component() {
  const token = useLinkToken('/setup');
  useDocumentTitle('Set up');
  if (token === '') {
    return (
      <LinkAlone
        title="Open your setup link again"
        lead="For your security, the link isn’t kept in the address bar, so reloading this page doesn’t work. If you have joined already, sign in."
      />
    );
  }
  return <Setup token={token} />;
}

function Setup({ token }: { token: string }) {
  const navigate = useNavigate();
  const create = useChange(setUpFirstAdministrator);
  const isCreating = useIsChanging(setUpFirstAdministrator);
  const form = useForm({ resolver, defaultValues: { name: '', email: '' } });
  const { errors } = useFormState({ control: form.control });
  const rest = useServerFieldErrors(form, create.error);
  const submit = (values: z.output<typeof person>) => {
    if (isCreating()) return;
    create.mutate(
      { token, ...values },
      { onSuccess: (invitation) => void navigate(`/join#${invitation.token}`, { replace: true }) },
    );
  };
  return (
    <SignInFrame
      title="Set up Wallet Console"
      lead="You’ll be the first administrator. Next, you choose how you sign in."
    >
      <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <Stack gap="lg">
          {rest !== null && <FailureAlert error={rest} />}
          <TextInput
            {...form.register('name')}
            label="Your name"
            autoComplete="name"
            error={errors.name?.message}
          />
          <TextInput
            {...form.register('email')}
            label="Email"
            description="You sign in with it. The console sends no email."
            type="email"
            inputMode="email"
            autoComplete="email"
            spellCheck={false}
            error={errors.email?.message}
          />
          <div>
            <Button type="submit" loading={create.isPending}>
              Create administrator
            </Button>
          </div>
        </Stack>
      </form>
    </SignInFrame>
  );
}
