import { Alert } from '#dashboard/ui/alert.tsx';
import type { PasskeyAvailability } from '#contract/gateway/sign-in.ts';

/** Why passkeys don't work at this address, and where they do. Nothing where they work. */
export function PasskeysUnavailable({
  passkeys,
  hash = '',
}: {
  passkeys: PasskeyAvailability;
  hash?: string;
}) {
  if (passkeys === 'available') return null;
  return (
    <Alert tone="warning">
      {passkeys === 'use-localhost' ? (
        <>
          Browsers allow passkeys on localhost, but not on {window.location.hostname}.{' '}
          <a href={onLocalhost(window.location.href, hash)}>Open this page on localhost</a>
        </>
      ) : (
        'Passkeys need an HTTPS connection. Ask your administrator for the console’s HTTPS address.'
      )}
    </Alert>
  );
}

/** The same page under the name at which browsers allow passkeys. */
export function onLocalhost(href: string, hash: string): string {
  const url = new URL(href);
  url.hostname = 'localhost';
  url.hash = hash;
  return url.href;
}
