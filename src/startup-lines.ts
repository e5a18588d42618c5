import { type Config, depositsOf, identityProviderOf } from './config.ts';
import type { Database } from '#database/database.ts';
import { addressesForProvider } from './gateway/identity-provider/identity-provider.ts';
import { sandboxKeys } from './service/sandbox/sandbox-keys.ts';

const modeText = {
  sandbox: 'sandbox: demonstration data and keys that everybody knows; never send real funds',
  embedded: 'embedded: the wallet service of this process',
  remote: 'remote',
} as const satisfies Record<Config['mode'], string>;

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

type Line = [label: string, text: string];

export type Started = {
  config: Config;
  databaseKind: Database['kind'];
  /** The one it listens on: PORT may be 0. */
  port: number;
  /** Of the link that makes the first administrator; undefined once there is one, and where an API key does that. */
  setupToken: string | undefined;
  /** Where the recovery phrase still is. */
  phraseFile: string | undefined;
};

/** What a start tells the person at the terminal: first what to do now, then what runs. */
export function startupText(started: Started): string {
  const lines = [
    ...setupLines(started),
    ['Wallet Console', addressOf(started).href] satisfies Line,
    ['Mode', describeMode(started)] satisfies Line,
    ...signInLines(started),
    ...identityProviderLines(started),
    ...depositLines(started),
    ...withdrawalLines(started),
    ...phraseLines(started),
  ];
  const width = Math.max(...lines.map(([label]) => label.length));
  return lines.map(([label, text]) => `  ${label.padEnd(width)}  ${text}\n`).join('');
}

/** Where browsers find the console. */
function addressOf({ config: { HOST, PUBLIC_URL }, port }: Started): URL {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL;
  // Passkeys work on localhost, but not on 127.0.0.1.
  if (HOST === '127.0.0.1') return new URL(`http://localhost:${port}`);
  return new URL(`http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`);
}

function setupLines(started: Started): Line[] {
  const { setupToken } = started;
  if (setupToken === undefined) return [];
  return [
    ['Set up', new URL(`/setup#${setupToken}`, addressOf(started)).href],
    ['', 'Open this link to become the first administrator. It works once, within an hour.'],
    ['', 'Each start prints a new one.'],
  ];
}

function describeMode({ config: { mode, WALLET_API_URL, DATA_DIR }, databaseKind }: Started): string {
  const place = databaseKind === 'pglite' ? `embedded database in ${DATA_DIR}` : 'PostgreSQL server';
  return WALLET_API_URL === undefined
    ? `${modeText[mode]} (${place})`
    : `${modeText[mode]}: ${WALLET_API_URL.href} (sessions in the ${place})`;
}

function signInLines({ config, setupToken }: Started): Line[] {
  if (setupToken !== undefined) return [];
  if (config.mode === 'sandbox') {
    const keys = sandboxKeys.map(({ token }) => token).join(', ');
    return [['Sign in', `as a sandbox user with one click, or with an API key: ${keys}`]];
  }
  const provider = identityProviderOf(config);
  const isRemote = config.mode === 'remote';
  // An API key opens what has no administrator yet, whatever the setting.
  const keys = isRemote ? ['with an API key of the provider'] : ['with an API key (npm run keys makes one)'];
  const ways = [
    ...(provider === undefined ? [] : [`with ${provider.name}`]),
    'as a user',
    ...(config.KEY_SIGN_IN || isRemote ? keys : []),
  ];
  return [['Sign in', alternatives.format(ways)]];
}

function identityProviderLines({ config }: Started): Line[] {
  const provider = identityProviderOf(config);
  if (provider === undefined || config.PUBLIC_URL === undefined) {
    return config.mode === 'sandbox' ? [] : [['Identity provider', 'none (set OIDC_ISSUER to use one)']];
  }
  const { redirectUri, logoutUri } = addressesForProvider(config.PUBLIC_URL);
  return [
    ['Identity provider', `${provider.name}, ${provider.issuer.href}`],
    ['', `redirect URI: ${redirectUri}`],
    ['', `back-channel logout URI: ${logoutUri}`],
  ];
}

function depositLines({ config }: Started): Line[] {
  if (depositsOf(config) !== 'undetected') return [];
  return [
    ['Deposits', 'not detected: no network is connected'],
    ['', 'addresses are real, but funds sent to them are not credited: don’t share them'],
  ];
}

function withdrawalLines({ config: { mode, CHAIN } }: Started): Line[] {
  if (mode === 'remote') return [];
  if (CHAIN === 'none') return [['Withdrawals', 'stay new: there is no chain to send them to (CHAIN)']];
  // In the sandbox everything is fictitious, and the mode says so.
  return mode === 'sandbox'
    ? []
    : [['Withdrawals', 'carried out by the sandbox chain: nothing is really sent (CHAIN)']];
}

function phraseLines({ config: { mode }, phraseFile }: Started): Line[] {
  if (phraseFile === undefined || mode !== 'embedded') return [];
  return [
    ['Recovery phrase', phraseFile],
    ['', 'Anyone who has it can spend the funds. Move it to a safe place and delete it here.'],
  ];
}
