import { describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';
import { startupText, type Started } from './startup-lines.ts';

const provider = {
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'hidden',
  OIDC_NAME: 'Example Inc.',
  OIDC_ROLES: '{"treasury":["operator"]}',
};

/** The lines of a start with these settings. */
function linesOf(env: Record<string, string>, started: Partial<Started> = {}): string[] {
  const usual = { databaseKind: 'pglite', port: 3000, setupToken: undefined, phraseFile: undefined } as const;
  return startupText({ config: parseConfig(env), ...usual, ...started })
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().replace(/ {2,}/, ': '));
}

describe('the startup text', () => {
  it('begins with the setup link while there is no administrator', () => {
    const [first, ...others] = linesOf({ SANDBOX: 'off' }, { setupToken: 'abc' });
    expect(first).toBe('Set up: http://localhost:3000/setup#abc');
    expect(others.filter((line) => line.startsWith('Sign in'))).toEqual([]);
  });

  it('names one host in all links, on which passkeys work', () => {
    const text = linesOf({ SANDBOX: 'off' }, { setupToken: 'abc' }).join('\n');
    expect(text).toContain('Wallet Console: http://localhost:3000');
    expect(text).not.toContain('127.0.0.1');
    expect(linesOf({ HOST: '0.0.0.0' }, { port: 4000 })).toContain('Wallet Console: http://0.0.0.0:4000/');
    const PUBLIC_URL = 'https://console.example';
    expect(linesOf({ PUBLIC_URL }, { setupToken: 'abc' })[0]).toBe(`Set up: ${PUBLIC_URL}/setup#abc`);
  });

  it('says what to register at the identity provider, and never the secret', () => {
    const PUBLIC_URL = 'https://console.example';
    const lines = linesOf({ ...provider, PUBLIC_URL });
    expect(lines).toEqual(
      expect.arrayContaining([
        'Sign in: with Example Inc., as a user, or with an API key (npm run keys makes one)',
        'Identity provider: Example Inc., https://id.example/',
        'redirect URI: https://console.example/session/identity-provider/callback',
        'back-channel logout URI: https://console.example/session/identity-provider/logout',
      ]),
    );
    expect(lines.join('\n')).not.toContain('hidden');
  });

  it('says that there is no identity provider, outside the sandbox', () => {
    const none = 'Identity provider: none (set OIDC_ISSUER to use one)';
    expect(linesOf({ SANDBOX: 'off' })).toContain(none);
    expect(linesOf({})).not.toContain(none);
  });

  it.each([
    [{ SANDBOX: 'off' }, 'as a user or with an API key (npm run keys makes one)'],
    [{ SANDBOX: 'off', KEY_SIGN_IN: 'off' }, 'as a user'],
    [{ WALLET_API_URL: 'https://provider.example' }, 'as a user or with an API key of the provider'],
  ])('names the ways to sign in with %j', (env, ways) => {
    expect(linesOf(env)).toContain(`Sign in: ${ways}`);
  });

  it('warns of a recovery phrase as long as its file is there', () => {
    const phraseFile = 'data/recovery-phrase.txt';
    expect(linesOf({ SANDBOX: 'off' }, { phraseFile })).toContain(`Recovery phrase: ${phraseFile}`);
    expect(linesOf({}, { phraseFile }).join('\n')).not.toContain('Recovery phrase');
  });
});
